//! The discharge table of some hospitals, as rows of text.

mod chances;
mod date;
mod diagnoses;
mod diagnosis;
mod files;
mod patient;
mod places;
mod stay;
mod values;
mod weights;
mod write;

use crate::draw::Draws;
use patient::Patient;
use stay::Stay;
use std::ops::Range;

/// Rows are made in blocks: the stays of a patient are rows of one block, in any order.
const BLOCK: u64 = 256;

/// An invented discharge table of 24 hospitals over two years: a row per stay, several rows per
/// patient, of any size.
///
/// A row depends on `seed` and its number only, through the block it lies in. So a smaller sample
/// is the beginning of a larger one, and parts of a table can be made in any order, by any number
/// of threads.
///
/// | column | values |
/// |---|---|
/// | `record-id` | unique: `R` and a number |
/// | `patient-id` | `P` and a number; most have one or two rows, few more than ten |
/// | `hospital` | 24 codes, `H01` to `H24` |
/// | `ward` | 20 values |
/// | `birth-date` | a date; `1900-01-01` where it is not known |
/// | `sex` | `F`, `M`; `9` where it is not known |
/// | `marital-status` | 6 values |
/// | `nationality` | 36 values, one of them dominant |
/// | `postcode` | some 1,000 values of 5 digits, with leading zeros |
/// | `insurance` | 9 codes of two digits; `99` where it is not known |
/// | `admission-type` | `1` emergency, `2` urgent, `3` planned, `4` birth, `5` from another hospital; `9` where it is not known |
/// | `admission`, `discharge` | dates of 2023 and 2024 |
/// | `discharge-status` | `01` home, `02` home with care, `03` to a hospital, `04` to rehabilitation, `05` to a nursing home, `06` left against advice, `07` died; `99` where it is not known |
/// | `diagnosis-1` to `diagnosis-8` | codes of 3 to 6 characters, the reason of the stay first; the later ones are mostly missing |
/// | `procedures` | 0 to 20 or so: here `9` is a number |
/// | `cost` | an amount with two decimals |
/// | `physician` | `D` and digits: hospital, ward, person |
///
/// Where the table does not say otherwise, a value that is not known is `NA`.
///
/// # Cost
/// Less than a microsecond and some 150 bytes per row.
///
/// ```
/// use equipoise_sample::Hospital;
/// let hospital = Hospital { rows: 3, seed: 7 };
/// let text = String::from_utf8(hospital.to_csv()).unwrap();
/// assert!(text.starts_with("record-id,patient-id,hospital,ward,birth-date,"));
/// assert_eq!(text.lines().count(), 1 + 3);
/// assert_eq!(hospital.row(2)[0], "R00000003");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hospital {
    /// Number of rows.
    pub rows: u64,
    /// Another seed gives other patients from the same population.
    pub seed: u64,
}

/// The names of the columns, in order.
const HEADER: [&str; 25] = [
    "record-id",
    "patient-id",
    "hospital",
    "ward",
    "birth-date",
    "sex",
    "marital-status",
    "nationality",
    "postcode",
    "insurance",
    "admission-type",
    "admission",
    "discharge",
    "discharge-status",
    "diagnosis-1",
    "diagnosis-2",
    "diagnosis-3",
    "diagnosis-4",
    "diagnosis-5",
    "diagnosis-6",
    "diagnosis-7",
    "diagnosis-8",
    "procedures",
    "cost",
    "physician",
];

impl Hospital {
    /// Where the recipe expects the table, relative to itself.
    pub const TABLE_PATH: &'static str = "hospital.csv";

    /// As many rows as a usual sample has.
    pub const USUAL_ROWS: u64 = files::USUAL_ROWS;

    /// The names of the columns, in order.
    pub fn header() -> [&'static str; 25] {
        HEADER
    }

    /// Appends the header line.
    pub fn write_header(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(HEADER.join(",").as_bytes());
        out.push(b'\n');
    }

    /// Appends the rows in `range`, without header; numbers from `rows` on are left out.
    ///
    /// The delimiter is a comma, lines end in `\n`, and no cell needs quotes. Ranges that begin and
    /// end at multiples of 256 are fastest.
    pub fn write_csv(&self, range: Range<u64>, out: &mut Vec<u8>) {
        let end = range.end.min(self.rows);
        let mut at = range.start;
        while at < end {
            let block = Block::draw(self.seed, at / BLOCK);
            let from = (at % BLOCK) as usize;
            for (patient, stay) in block.rows().skip(from).take((end - at).min(BLOCK) as usize) {
                write::row(at, patient, stay, out);
                at += 1;
            }
        }
    }

    /// The cells of row `i`, counted from 0, in the order of [`Hospital::header`].
    ///
    /// Handy for a few rows; [`Hospital::write_csv`] is the fast way.
    ///
    /// # Panics
    /// When `i` is not below `rows`.
    pub fn row(&self, i: u64) -> [String; 25] {
        assert!(
            i < self.rows,
            "row {i} is not in a sample of {} rows",
            self.rows
        );
        let mut line = Vec::new();
        self.write_csv(i..i + 1, &mut line);
        let text = String::from_utf8_lossy(&line);
        let mut cells = text.trim_end().split(',').map(str::to_owned);
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    }

    /// The whole table with its header, in memory: for tables that fit.
    pub fn to_csv(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_header(&mut out);
        self.write_csv(0..self.rows, &mut out);
        out
    }

    /// The files that go with the table: path relative to the recipe, and text.
    ///
    /// These are hierarchies for the columns that no builder serves (one line per value: the value,
    /// its labels from fine to coarse, and the top `*`; separated by `;`, without header), and
    /// `places.csv` with the inhabitants of every postcode.
    pub fn files() -> Vec<(String, String)> {
        files::files()
    }

    /// A commented recipe for the table: what each column is, which privacy models must hold, what
    /// to write.
    ///
    /// It expects the table at [`Hospital::TABLE_PATH`] and the files of [`Hospital::files`] at
    /// their paths.
    ///
    /// ```
    /// use equipoise_sample::Hospital;
    /// assert!(Hospital { rows: 1_000, seed: 1 }.recipe().contains("person = \"patient-id\""));
    /// ```
    pub fn recipe(&self) -> String {
        files::recipe(self.rows)
    }
}

/// The stays of some patients, as many as a block has rows.
struct Block {
    patients: Vec<Patient>,
    /// Which patient, and the stay.
    stays: Vec<(usize, Stay)>,
    order: [u8; BLOCK as usize],
}

impl Block {
    fn draw(seed: u64, number: u64) -> Self {
        let mut block = Block {
            patients: Vec::new(),
            stays: Vec::with_capacity(BLOCK as usize),
            order: std::array::from_fn(|i| i as u8),
        };
        while block.stays.len() < BLOCK as usize {
            let n = number * BLOCK + block.patients.len() as u64;
            let mut draws = Draws::of(seed, n);
            let patient = Patient::draw(n, &mut draws);
            // The last patient of a block may lose some stays.
            let room = BLOCK as usize - block.stays.len();
            for stay in 0..patient.stays.min(room) {
                block
                    .stays
                    .push((block.patients.len(), Stay::draw(&patient, stay, &mut draws)));
            }
            block.patients.push(patient);
        }
        block.shuffle(&mut Draws::of(!seed, number));
        block
    }

    /// Rows of a patient are not neighbours, as in a table that is written stay by stay.
    fn shuffle(&mut self, draws: &mut Draws) {
        for i in (1..self.order.len()).rev() {
            self.order.swap(i, draws.below(i as u32 + 1) as usize);
        }
    }

    fn rows(&self) -> impl Iterator<Item = (&Patient, &Stay)> {
        self.order.iter().map(|&i| {
            let (patient, stay) = &self.stays[usize::from(i)];
            (&self.patients[*patient], stay)
        })
    }
}
