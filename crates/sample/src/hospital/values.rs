//! The values of the coded columns with their groups: what the rows print and what the hierarchy
//! files list.

/// Not known, in columns that hold words or numbers.
pub(crate) const NA: &str = "NA";
/// Not known, where values are one digit, and in `sex`.
pub(crate) const NINE: &str = "9";
/// Not known, where values are two digits.
pub(crate) const NINETY_NINE: &str = "99";
/// A birth date that is not known.
pub(crate) const NO_DATE: &str = "1900-01-01";

pub(crate) static SEX: [[&str; 1]; 2] = [["F"], ["M"]];

pub(crate) const INTERNAL: usize = 0;
pub(crate) const CARDIOLOGY: usize = 1;
pub(crate) const GASTRO: usize = 2;
pub(crate) const LUNGS: usize = 3;
pub(crate) const KIDNEYS: usize = 4;
pub(crate) const ONCOLOGY: usize = 5;
pub(crate) const GERIATRICS: usize = 6;
pub(crate) const NEUROLOGY: usize = 7;
pub(crate) const PSYCHIATRY: usize = 8;
pub(crate) const SURGERY: usize = 9;
pub(crate) const ORTHOPAEDICS: usize = 10;
pub(crate) const TRAUMA: usize = 11;
pub(crate) const UROLOGY: usize = 12;
pub(crate) const EYES: usize = 13;
pub(crate) const EARS: usize = 14;
pub(crate) const SKIN: usize = 15;
pub(crate) const GYNAECOLOGY: usize = 16;
pub(crate) const OBSTETRICS: usize = 17;
pub(crate) const NEWBORN: usize = 18;
pub(crate) const CHILDREN: usize = 19;

/// Wards and their departments.
pub(crate) static WARD: [[&str; 2]; 20] = [
    ["internal medicine", "medicine"],
    ["cardiology", "medicine"],
    ["gastroenterology", "medicine"],
    ["pulmonology", "medicine"],
    ["nephrology", "medicine"],
    ["oncology", "medicine"],
    ["geriatrics", "medicine"],
    ["neurology", "mind and nerves"],
    ["psychiatry", "mind and nerves"],
    ["general surgery", "surgery"],
    ["orthopaedics", "surgery"],
    ["trauma surgery", "surgery"],
    ["urology", "surgery"],
    ["ophthalmology", "surgery"],
    ["ear nose throat", "surgery"],
    ["dermatology", "medicine"],
    ["gynaecology", "women and children"],
    ["obstetrics", "women and children"],
    ["neonatology", "women and children"],
    ["paediatrics", "women and children"],
];

/// The smallest size of a hospital that has the ward; smaller ones use the ward in the second list.
pub(crate) static WARD_FROM: [u32; 20] =
    [1, 2, 2, 4, 3, 3, 1, 2, 4, 1, 2, 1, 2, 5, 4, 5, 2, 2, 2, 3];
/// Which ward takes the patients of a ward that a small hospital lacks.
pub(crate) static WARD_INSTEAD: [usize; 20] = [
    INTERNAL, INTERNAL, INTERNAL, INTERNAL, INTERNAL, INTERNAL, GERIATRICS, INTERNAL, INTERNAL,
    SURGERY, TRAUMA, TRAUMA, SURGERY, SURGERY, SURGERY, INTERNAL, SURGERY, SURGERY, INTERNAL,
    INTERNAL,
];

pub(crate) const BIRTH: usize = 3;
pub(crate) const PLANNED: usize = 2;
/// How somebody came: codes of one digit.
pub(crate) static ADMISSION_TYPE: [[&str; 2]; 5] = [
    ["1", "unplanned"],
    ["2", "unplanned"],
    ["3", "planned"],
    ["4", "birth"],
    ["5", "planned"],
];

pub(crate) const DIED: usize = 6;
/// How somebody left: codes of two digits.
pub(crate) static DISCHARGE_STATUS: [[&str; 2]; 7] = [
    ["01", "home"],
    ["02", "home"],
    ["03", "to others"],
    ["04", "to others"],
    ["05", "to others"],
    ["06", "home"],
    ["07", "died"],
];

/// Who pays: codes of two digits.
pub(crate) static INSURANCE: [&str; 9] = ["10", "11", "12", "13", "20", "21", "30", "40", "50"];
