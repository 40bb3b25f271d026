//! The values of each column with their groups: what the rows print and what the hierarchies list.
//!
//! A person holds indices into these lists. Each entry is a value and the labels above it, without
//! the top.

/// What stands for a value that is not known.
pub const MISSING: &str = "NA";

pub(crate) const FEMALE: usize = 0;
pub(crate) static SEX: [[&str; 1]; 2] = [["female"], ["male"]];

pub(crate) const SINGLE: usize = 0;
pub(crate) static MARITAL: [[&str; 2]; 6] = [
    ["single", "not in a couple"],
    ["married", "in a couple"],
    ["civil partnership", "in a couple"],
    ["separated", "not in a couple"],
    ["divorced", "not in a couple"],
    ["widowed", "not in a couple"],
];

/// Whether a marital status means living as a couple.
pub(crate) fn in_a_couple(marital: usize) -> bool {
    matches!(marital, 1 | 2)
}

/// Highest level completed, in order.
pub(crate) static EDUCATION: [[&str; 2]; 8] = [
    ["none", "basic"],
    ["primary", "basic"],
    ["lower secondary", "basic"],
    ["upper secondary", "middle"],
    ["vocational", "middle"],
    ["bachelor", "higher"],
    ["master", "higher"],
    ["doctorate", "higher"],
];

/// 0 basic, 1 middle, 2 higher.
pub(crate) fn education_group(education: usize) -> usize {
    match education {
        0..=2 => 0,
        3 | 4 => 1,
        _ => 2,
    }
}

/// Those without work, in the order of [`crate::weights::ACTIVITY`]; from [`JOBS`] on jobs, in the
/// order of [`crate::weights::JOB`].
pub(crate) static OCCUPATION: [[&str; 2]; 25] = [
    ["child", "not working"],
    ["pupil", "not working"],
    ["student", "not working"],
    ["unemployed", "not working"],
    ["homemaker", "not working"],
    ["unable to work", "not working"],
    ["retired", "not working"],
    ["manager", "professional"],
    ["engineer", "professional"],
    ["software developer", "professional"],
    ["physician", "professional"],
    ["teacher", "professional"],
    ["lawyer", "professional"],
    ["accountant", "office"],
    ["office clerk", "office"],
    ["public servant", "office"],
    ["nurse", "service"],
    ["care worker", "service"],
    ["shop assistant", "service"],
    ["cook", "service"],
    ["cleaner", "service"],
    ["driver", "manual"],
    ["electrician", "manual"],
    ["machine operator", "manual"],
    ["farmer", "manual"],
];
pub(crate) const CHILD: usize = 0;
pub(crate) const PUPIL: usize = 1;
pub(crate) const STUDENT: usize = 2;
pub(crate) const HOMEMAKER: usize = 4;
pub(crate) const UNABLE: usize = 5;
pub(crate) const JOBS: usize = 7;

/// The first entry is the country itself, the others come in order of their area.
pub(crate) static COUNTRY: [[&str; 3]; 36] = [
    ["Germany", "Germany", "Germany"],
    ["France", "Western Europe", "abroad"],
    ["Austria", "Western Europe", "abroad"],
    ["Netherlands", "Western Europe", "abroad"],
    ["United Kingdom", "Western Europe", "abroad"],
    ["Switzerland", "Western Europe", "abroad"],
    ["Italy", "Southern Europe", "abroad"],
    ["Greece", "Southern Europe", "abroad"],
    ["Spain", "Southern Europe", "abroad"],
    ["Portugal", "Southern Europe", "abroad"],
    ["Croatia", "Southern Europe", "abroad"],
    ["Serbia", "Southern Europe", "abroad"],
    ["Poland", "Eastern Europe", "abroad"],
    ["Romania", "Eastern Europe", "abroad"],
    ["Ukraine", "Eastern Europe", "abroad"],
    ["Bulgaria", "Eastern Europe", "abroad"],
    ["Hungary", "Eastern Europe", "abroad"],
    ["Kazakhstan", "Eastern Europe", "abroad"],
    ["Turkey", "Middle East", "abroad"],
    ["Syria", "Middle East", "abroad"],
    ["Iraq", "Middle East", "abroad"],
    ["Iran", "Middle East", "abroad"],
    ["Afghanistan", "Asia", "abroad"],
    ["India", "Asia", "abroad"],
    ["China", "Asia", "abroad"],
    ["Vietnam", "Asia", "abroad"],
    ["Philippines", "Asia", "abroad"],
    ["Morocco", "Africa", "abroad"],
    ["Nigeria", "Africa", "abroad"],
    ["Eritrea", "Africa", "abroad"],
    ["Ghana", "Africa", "abroad"],
    ["Tunisia", "Africa", "abroad"],
    ["United States", "Americas", "abroad"],
    ["Brazil", "Americas", "abroad"],
    ["Canada", "Americas", "abroad"],
    ["Colombia", "Americas", "abroad"],
];
pub(crate) const HOME: usize = 0;

/// The main chronic condition; the first entry is none.
pub(crate) static DIAGNOSIS: [[&str; 2]; 26] = [
    ["none", "none"],
    ["hypertension", "circulatory"],
    ["heart disease", "circulatory"],
    ["stroke", "circulatory"],
    ["diabetes", "metabolic"],
    ["thyroid disorder", "metabolic"],
    ["obesity", "metabolic"],
    ["asthma", "respiratory"],
    ["hay fever", "respiratory"],
    ["chronic bronchitis", "respiratory"],
    ["arthritis", "musculoskeletal"],
    ["back pain", "musculoskeletal"],
    ["osteoporosis", "musculoskeletal"],
    ["depression", "mental"],
    ["anxiety", "mental"],
    ["addiction", "mental"],
    ["migraine", "nervous"],
    ["epilepsy", "nervous"],
    ["dementia", "nervous"],
    ["eczema", "skin"],
    ["psoriasis", "skin"],
    ["breast cancer", "cancer"],
    ["prostate cancer", "cancer"],
    ["bowel cancer", "cancer"],
    ["hepatitis", "infection"],
    ["HIV", "infection"],
];
pub(crate) const HEALTHY: usize = 0;
