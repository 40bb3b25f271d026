//! The tables that the lines are about: items, members and Adult.
//!
//! Both tables of the source are a retailer's own, so there are made ones in their place, the same
//! in every run.

use super::world::{Lines, World};
use equipoise_data::{Error, Random, Result};
use equipoise_testkit::shared::read_cells;
use std::path::Path;

/// Heights of the trees of items.
const HEIGHTS: [u32; 10] = [3, 2, 4, 1, 3, 2, 5, 1, 4, 2];

/// Kinds of items, and how many of a hundred values of an item are those of its kind.
const KINDS: usize = 12;
const ALIKE: u64 = 45;

/// Descriptions of items, for S-A: categories with trees of heights 1 to 5, few of them frequent,
/// and alike in items of one kind. Weights are drawn evenly. With `short`, the last branch of each
/// tree is a single value.
pub(super) fn items(number: usize, attributes: usize, short: bool) -> Result<World> {
    let heights = &HEIGHTS[..attributes];
    let mut random = Random::new(4_012);
    let trees: Vec<Lines> = heights.iter().map(|&height| tree(height, short)).collect();
    let weights = heights
        .iter()
        .map(|_| (1 + random.below(1000)) as f64 / 1000.0)
        .collect();
    let values: Vec<Skewed> = trees.iter().map(|lines| Skewed::new(lines.len())).collect();
    let kinds = Skewed::new(KINDS);
    let of_kind: Vec<Vec<u32>> = (0..KINDS)
        .map(|_| {
            values
                .iter()
                .map(|values| values.draw(&mut random))
                .collect()
        })
        .collect();
    let mut codes = vec![Vec::new(); attributes];
    for _ in 0..number {
        let kind = kinds.draw(&mut random) as usize;
        for (a, codes) in codes.iter_mut().enumerate() {
            let is_alike = random.below(100) < ALIKE;
            codes.push(if is_alike {
                of_kind[kind][a]
            } else {
                values[a].draw(&mut random)
            });
        }
    }
    World::new(trees, weights, codes)
}

/// Three branches below the top, two below every other label.
fn tree(height: u32, short: bool) -> Lines {
    let below = 1 << (height - 1);
    let label = |leaf: u32, level: u32| match level {
        _ if level == height => "*".to_owned(),
        _ if short && leaf == 2 * below => "alone".to_owned(),
        _ => format!("{level}:{}", leaf >> level),
    };
    let leaves = if short { 2 * below + 1 } else { 3 * below };
    (0..leaves)
        .map(|leaf| (0..=height).map(|level| label(leaf, level)).collect())
        .collect()
}

/// Attributes of members.
pub(super) const CITY: usize = 0;
pub(super) const RACE: usize = 1;
pub(super) const BIRTH: usize = 2;
pub(super) const INCOME: usize = 3;

/// Members of S-B: city, race, date of birth and household income, with trees of heights 4, 2, 3
/// and 4 and the weights of the source.
pub(super) fn members(number: usize) -> Result<World> {
    let mut random = Random::new(3_200);
    let trees = vec![cities(), races(), dates(), incomes()];
    let skewed: Vec<Skewed> = trees.iter().map(|lines| Skewed::new(lines.len())).collect();
    let mut codes = vec![Vec::new(); trees.len()];
    for _ in 0..number {
        let size = skewed[CITY].draw(&mut random);
        // Large cities lie in all regions: 31 has no divisor in common with the number of cities.
        codes[CITY].push(size * 31 % trees[CITY].len() as u32);
        codes[RACE].push(skewed[RACE].draw(&mut random));
        codes[BIRTH].push(random.place(trees[BIRTH].len()) as u32);
        // The sum of two is likelier to be in the middle, and large cities are richer.
        let income = random.below(50) + random.below(50) + u64::from(size < 10) * 10;
        codes[INCOME].push(income.min(trees[INCOME].len() as u64 - 1) as u32);
    }
    World::new(trees, vec![0.3, 0.4, 0.5, 0.75], codes)
}

fn line<const N: usize>(labels: [String; N]) -> Vec<String> {
    labels.to_vec()
}

/// 108 cities in 36 counties, 12 states and 4 regions.
fn cities() -> Lines {
    let label = |i: u32| {
        line([
            format!("city {i}"),
            format!("county {}", i / 3),
            format!("state {}", i / 9),
            format!("region {}", i / 27),
            "*".into(),
        ])
    };
    (0..108).map(label).collect()
}

fn races() -> Lines {
    (0..8)
        .map(|i| line([format!("race {i}"), format!("group {}", i / 2), "*".into()]))
        .collect()
}

/// 20 years of 12 months of 30 days.
fn dates() -> Lines {
    (0..7200)
        .map(|i| {
            line([
                format!("day {i}"),
                format!("month {}", i / 30),
                format!("year {}", i / 360),
                "*".into(),
            ])
        })
        .collect()
}

/// Thousands from 20 to 119.
fn incomes() -> Lines {
    let label = |i: u32| {
        line([
            format!("{}k", 20 + i),
            format!("five {}", i / 5),
            format!("quarter {}", i / 25),
            format!("half {}", i / 50),
            "*".into(),
        ])
    };
    (0..100).map(label).collect()
}

/// Columns of Adult.
const ADULT: [&str; 6] = [
    "age",
    "education",
    "marital-status",
    "workclass",
    "race",
    "sex",
];

/// Every so many-th row of Adult with six columns and their hierarchies; all weigh the same.
pub(super) fn adult(data: &Path, step: usize) -> Result<World> {
    let cells = read_cells(&data.join("adult/adult.csv"));
    let (header, rows) = cells
        .split_first()
        .ok_or_else(|| Error::data("Adult is empty"))?;
    let (mut trees, mut codes) = (Vec::new(), Vec::new());
    for name in ADULT {
        let at = header
            .iter()
            .position(|n| n == name)
            .ok_or_else(|| Error::data(format!("Adult has no column `{name}`")))?;
        let lines = read_cells(&data.join(format!("adult/hierarchies/adult_hierarchy_{name}.csv")));
        let code = |row: &Vec<String>| {
            lines
                .iter()
                .position(|line| line[0] == row[at])
                .map(|code| code as u32)
        };
        let of_row = rows
            .iter()
            .step_by(step)
            .map(code)
            .collect::<Option<Vec<u32>>>();
        codes.push(
            of_row.ok_or_else(|| Error::data(format!("the hierarchy of `{name}` lacks values")))?,
        );
        trees.push(lines);
    }
    World::new(trees, vec![1.0; ADULT.len()], codes)
}

/// Draws places of which the first are the most frequent: the i-th has a weight of 1 / i.
struct Skewed(Vec<u64>);

impl Skewed {
    fn new(places: usize) -> Self {
        let mut sum = 0;
        let weight = |i: u64| {
            sum += 1_000_000 / i;
            sum
        };
        Skewed((1..=places as u64).map(weight).collect())
    }

    fn draw(&self, random: &mut Random) -> u32 {
        let at = random.below(self.0.last().copied().unwrap_or(1));
        self.0.partition_point(|&sum| sum <= at) as u32
    }
}
