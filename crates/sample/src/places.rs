//! The invented country: regions of very different size, each with its towns and their postcodes.
//!
//! The first digit of a postcode is the region, the second the district, the rest the town, so that
//! masking digits from the right joins neighbours.

/// What is typical of a region.
pub(crate) struct Region {
    /// Share of the population, of 1000.
    share: u32,
    /// Towns, largest first; at most 72.
    towns: usize,
    /// Of 1000 people, how many were born abroad.
    pub(crate) abroad: u32,
    /// Incomes in percent of the country's.
    pub(crate) income: u32,
}

const fn region(share: u32, towns: usize, abroad: u32, income: u32) -> Region {
    Region {
        share,
        towns,
        abroad,
        income,
    }
}

/// By first digit of the postcode.
pub(crate) static REGIONS: [Region; 6] = TABLE;

const TABLE: [Region; 6] = [
    region(150, 52, 60, 84),
    region(330, 72, 230, 108),
    region(70, 36, 50, 82),
    region(240, 64, 170, 103),
    region(180, 56, 130, 98),
    region(30, 20, 100, 116),
];

const TOWNS: usize = {
    let mut towns = 0;
    let mut r = 0;
    while r < TABLE.len() {
        towns += TABLE[r].towns;
        r += 1;
    }
    towns
};

/// A town: its postcode as a number of five digits, and where it lies.
#[derive(Clone, Copy)]
pub(crate) struct Town {
    pub(crate) postcode: u32,
    pub(crate) region: usize,
    /// Whether it is one of the two large towns of its region.
    pub(crate) city: bool,
}

/// Towns per district; their postcodes end in these numbers.
const ENDINGS: [u32; 8] = [11, 17, 42, 45, 109, 130, 318, 355];

/// All towns and running totals of their population.
static PLACES: ([Town; TOWNS], [u32; TOWNS]) = places();

const fn places() -> ([Town; TOWNS], [u32; TOWNS]) {
    let mut towns = [Town {
        postcode: 0,
        region: 0,
        city: false,
    }; TOWNS];
    let mut upto = [0; TOWNS];
    let (mut total, mut at, mut r) = (0, 0, 0);
    while r < TABLE.len() {
        let mut sum = 0;
        let mut t = 0;
        while t < TABLE[r].towns {
            sum += rank_weight(t);
            t += 1;
        }
        t = 0;
        while t < TABLE[r].towns {
            let postcode = r as u32 * 10_000 + (t as u32 / 8 + 1) * 1_000 + ENDINGS[t % 8];
            towns[at] = Town {
                postcode,
                region: r,
                city: t < 2,
            };
            total += TABLE[r].share * rank_weight(t) / (sum / 1_000);
            upto[at] = total;
            at += 1;
            t += 1;
        }
        r += 1;
    }
    (towns, upto)
}

/// The population of the town with this rank, in no particular unit: Zipf's law, somewhat flattened
/// at the head.
const fn rank_weight(rank: usize) -> u32 {
    1_000_000 / (rank as u32 + 3)
}

/// The number to draw below for [`town`].
pub(crate) fn population() -> u32 {
    PLACES.1[TOWNS - 1]
}

/// The town in which the `x`-th inhabitant lives.
pub(crate) fn town(x: u32) -> Town {
    PLACES.0[PLACES.1.partition_point(|&upto| upto <= x)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postcodes_are_distinct_and_nest_by_digit() {
        let codes: Vec<u32> = PLACES.0.iter().map(|t| t.postcode).collect();
        assert!(codes.is_sorted() && (200..=400).contains(&codes.len()));
        let distinct = |divisor: u32| {
            let mut cut: Vec<u32> = codes.iter().map(|c| c / divisor).collect();
            cut.dedup();
            cut.len()
        };
        let sizes = [1, 10, 100, 1_000, 10_000].map(distinct);
        assert_eq!(sizes[0], codes.len());
        assert!(
            sizes.is_sorted_by(|a, b| a > b),
            "every mask joins some postcodes: {sizes:?}"
        );
        assert_eq!(sizes[4], REGIONS.len());
    }

    #[test]
    fn shares_of_the_regions_add_up() {
        assert_eq!(REGIONS.iter().map(|r| r.share).sum::<u32>(), 1_000);
        assert!(REGIONS.iter().all(|r| r.towns <= 72));
        assert!((990_000..=1_010_000).contains(&population()));
    }
}
