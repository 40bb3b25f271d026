//! The land of the hospitals: regions, districts and their postcodes, and which hospital people go
//! to.
//!
//! The first digit of a postcode is the region, the second the district, so codes that lie side by
//! side in order are neighbours.

use crate::draw::{Choice, mix};

/// What is typical of a region.
pub(crate) struct Region {
    /// Its name and the half of the land it lies in.
    pub(crate) names: [&'static str; 2],
    /// Inhabitants, about.
    inhabitants: u32,
    /// Districts; at most 10.
    districts: u32,
    /// Of 1000 people, how many are foreigners.
    pub(crate) abroad: u32,
}

const fn region(names: [&'static str; 2], inhabitants: u32, districts: u32, abroad: u32) -> Region {
    Region {
        names,
        inhabitants,
        districts,
        abroad,
    }
}

/// By first digit of the postcode.
pub(crate) static REGIONS: [Region; 6] = TABLE;

const TABLE: [Region; 6] = [
    region(["Coast", "north"], 210_000, 9, 50),
    region(["Capital", "north"], 420_000, 7, 180),
    region(["Heath", "north"], 110_000, 8, 45),
    region(["Rivers", "south"], 300_000, 10, 130),
    region(["Hills", "south"], 190_000, 9, 90),
    region(["Lakes", "south"], 70_000, 5, 70),
];

/// A postcode, with the running total of inhabitants up to and with it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) postcode: u32,
    pub(crate) region: u8,
    pub(crate) inhabitants: u32,
    upto: u32,
}

/// Postcodes in a district: 12 to 31.
const fn codes(region: usize, district: u32) -> u32 {
    12 + (mix(region as u64 * 16 + district as u64) % 20) as u32
}

const COUNT: usize = {
    let (mut count, mut r) = (0, 0);
    while r < TABLE.len() {
        let mut d = 0;
        while d < TABLE[r].districts {
            count += codes(r, d) as usize;
            d += 1;
        }
        r += 1;
    }
    count
};

/// All postcodes in order.
pub(crate) static PLACES: [Place; COUNT] = places();

const fn places() -> [Place; COUNT] {
    let mut places = [Place {
        postcode: 0,
        region: 0,
        inhabitants: 0,
        upto: 0,
    }; COUNT];
    let (mut at, mut upto, mut r) = (0, 0, 0);
    while r < TABLE.len() {
        let mut d = 0;
        while d < TABLE[r].districts {
            let mut c = 0;
            while c < codes(r, d) {
                let chance = mix((r as u64 * 16 + d as u64) * 64 + c as u64);
                let postcode = r as u32 * 10_000 + d * 1_000 + 7 + 31 * c + (chance % 11) as u32;
                let inhabitants = inhabitants(r, d, c, (chance >> 32) as u32);
                upto += inhabitants;
                places[at] = Place {
                    postcode,
                    region: r as u8,
                    inhabitants,
                    upto,
                };
                at += 1;
                c += 1;
            }
            d += 1;
        }
        r += 1;
    }
    places
}

/// Districts and the codes in them follow Zipf's law, with some chance: a few towns, many villages.
const fn inhabitants(region: usize, district: u32, code: u32, chance: u32) -> u32 {
    let (mut districts, mut d) = (0, 0);
    while d < TABLE[region].districts {
        districts += 1_000 / (d + 2);
        d += 1;
    }
    let (mut sum, mut c) = (0, 0);
    while c < codes(region, district) {
        sum += 1_000 / (c + 2);
        c += 1;
    }
    let of_district =
        TABLE[region].inhabitants as u64 * (1_000 / (district as u64 + 2)) / districts as u64;
    let typical = of_district * (1_000 / (code as u64 + 2)) / sum as u64;
    60 + (typical * (60 + chance as u64 % 80) / 100) as u32
}

/// The number to draw below for [`place`].
pub(crate) fn population() -> u32 {
    PLACES[COUNT - 1].upto
}

/// Where the `x`-th inhabitant lives.
pub(crate) fn place(x: u32) -> &'static Place {
    &PLACES[PLACES.partition_point(|p| p.upto <= x)]
}

/// Region and size of each hospital, from 1 (a small one) to 6 (the university's).
pub(crate) const HOSPITALS: [(usize, u32); 24] = [
    (0, 4),
    (0, 2),
    (0, 2),
    (0, 1),
    (1, 6),
    (1, 4),
    (1, 4),
    (1, 3),
    (1, 2),
    (1, 1),
    (2, 3),
    (2, 2),
    (2, 1),
    (3, 5),
    (3, 3),
    (3, 2),
    (3, 2),
    (3, 1),
    (4, 4),
    (4, 2),
    (4, 1),
    (4, 1),
    (5, 2),
    (5, 1),
];

/// Where the people of each region go: mostly near by, seldom to a large hospital elsewhere.
pub(crate) static NEAR: [Choice<24>; 6] = Choice::table(near());

const fn near() -> [[u32; 24]; 6] {
    let mut table = [[0; 24]; 6];
    let mut r = 0;
    while r < 6 {
        let mut h = 0;
        while h < 24 {
            let (region, size) = HOSPITALS[h];
            table[r][h] = match (region == r, size) {
                (true, _) => 100 * size,
                (false, 4..) => size * size,
                _ => 1,
            };
            h += 1;
        }
        r += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postcodes_are_in_order_and_of_uneven_size() {
        assert!((800..=2_000).contains(&PLACES.len()), "{}", PLACES.len());
        assert!(PLACES.is_sorted_by(|a, b| a.postcode < b.postcode));
        assert!(
            PLACES
                .iter()
                .all(|p| p.postcode / 10_000 == u32::from(p.region))
        );
        let sizes = || PLACES.iter().map(|p| p.inhabitants);
        assert!(sizes().max() > sizes().min().map(|least| 100 * least));
        assert!(
            (1_200_000..=1_500_000).contains(&population()),
            "{}",
            population()
        );
        assert_eq!(sizes().sum::<u32>(), population());
    }
}
