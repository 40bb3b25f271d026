//! The diagnoses: an own choice of codes in the manner of the international classification, 3 to 6
//! characters long.
//!
//! Some codes are divided far, some not at all, and those of chapter U have no dot: a tree with
//! branches of all lengths.

use super::diagnosis::{Diagnosis, d};
use super::values::*;

pub(crate) const COUNT: usize = DIAGNOSES.len();

/// Why newborns are in hospital, with weights: the first is a healthy child.
pub(crate) const BORN: [(usize, u32); 7] = [
    (index("Z38"), 700),
    (index("P59.9"), 110),
    (index("P07.3"), 70),
    (index("P22.1"), 50),
    (index("P70.4"), 40),
    (index("P07.12"), 10),
    (index("Q21.1"), 20),
];
/// The reason of stays in which cancer is treated again and again.
pub(crate) const THERAPY: usize = index("Z51.1");

/// The place of a code in the list, found when this is compiled.
const fn index(code: &str) -> usize {
    let mut i = 0;
    loop {
        if same(DIAGNOSES[i].code.as_bytes(), code.as_bytes()) {
            return i;
        }
        i += 1;
    }
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Ages: the first year, then up to 14, 29, 44, 59, 74 and older.
pub(crate) const DIAGNOSES: &[Diagnosis] = &[
    // Infections.
    d("A04.7", INTERNAL, 8, 30, [1, 1, 1, 2, 4, 9, 20])
        .of(10, 8)
        .risk(40, 800),
    d("A08.0", CHILDREN, 3, 14, [60, 40, 2, 1, 1, 1, 2]).risk(0, 900),
    d("A09", INTERNAL, 3, 14, [30, 40, 20, 14, 12, 14, 22]).risk(4, 880),
    d("A41.51", INTERNAL, 11, 70, [3, 1, 1, 2, 6, 16, 34])
        .of(8, 6)
        .risk(180, 900),
    d("A41.9", INTERNAL, 10, 75, [3, 1, 1, 2, 6, 14, 26])
        .of(8, 6)
        .risk(200, 900),
    d("A46", SKIN, 6, 22, [0, 1, 2, 5, 12, 18, 24]).risk(5, 750),
    d("B18.2", GASTRO, 3, 25, [0, 0, 2, 6, 8, 3, 1])
        .of(2, 6)
        .lasts(10),
    d("B34.9", CHILDREN, 3, 12, [40, 30, 4, 2, 1, 1, 1]).risk(0, 850),
    d("B99", INTERNAL, 4, 16, [6, 6, 5, 4, 4, 5, 8]).risk(5, 750),
    // Neoplasms.
    d("C15.5", ONCOLOGY, 8, 60, [0, 0, 0, 1, 5, 8, 4])
        .women(50)
        .lasts(3)
        .risk(70, 200),
    d("C18.2", SURGERY, 10, 80, [0, 0, 0, 1, 6, 13, 13])
        .lasts(3)
        .risk(35, 250),
    d("C18.7", SURGERY, 10, 80, [0, 0, 0, 2, 8, 16, 13])
        .women(90)
        .lasts(3)
        .risk(30, 250),
    d("C20", SURGERY, 9, 80, [0, 0, 0, 2, 7, 11, 8])
        .women(75)
        .lasts(2)
        .risk(25, 150),
    d("C34.1", LUNGS, 6, 55, [0, 0, 0, 2, 16, 28, 14])
        .women(80)
        .lasts(6)
        .risk(90, 300),
    d("C34.9", LUNGS, 6, 50, [0, 0, 0, 1, 8, 12, 8])
        .women(80)
        .lasts(4)
        .risk(110, 350),
    d("C50.4", GYNAECOLOGY, 4, 45, [0, 0, 1, 10, 20, 18, 9])
        .women(199)
        .lasts(6)
        .risk(8, 60),
    d("C50.9", GYNAECOLOGY, 4, 42, [0, 0, 1, 7, 12, 12, 9])
        .women(199)
        .lasts(6)
        .risk(14, 90),
    d("C61", UROLOGY, 6, 60, [0, 0, 0, 0, 12, 34, 16])
        .women(0)
        .lasts(10)
        .risk(10, 80),
    d("C67.9", UROLOGY, 5, 40, [0, 0, 0, 1, 6, 16, 18])
        .women(50)
        .lasts(4)
        .risk(15, 150),
    d("C78.7", ONCOLOGY, 6, 40, [0, 0, 0, 2, 8, 14, 10])
        .of(4, 14)
        .risk(120, 350),
    d("C79.3", ONCOLOGY, 8, 55, [0, 0, 0, 2, 6, 9, 5])
        .of(4, 8)
        .risk(130, 400),
    d("C83.3", ONCOLOGY, 6, 75, [0, 1, 2, 3, 6, 11, 8])
        .lasts(2)
        .risk(50, 200),
    d("C90.00", ONCOLOGY, 5, 80, [0, 0, 0, 1, 5, 11, 8])
        .lasts(2)
        .risk(40, 150),
    d("C91.00", CHILDREN, 6, 90, [2, 10, 3, 1, 1, 1, 1])
        .women(90)
        .lasts(2)
        .risk(20, 150),
    d("D12.6", GASTRO, 2, 14, [0, 0, 1, 3, 14, 20, 12])
        .women(85)
        .of(8, 10)
        .risk(1, 60),
    d("D25.9", GYNAECOLOGY, 4, 32, [0, 0, 4, 40, 34, 2, 0])
        .women(200)
        .of(10, 4)
        .risk(0, 60),
    d("D50.9", INTERNAL, 4, 16, [1, 2, 4, 7, 8, 10, 18])
        .of(5, 14)
        .risk(3, 450),
    d("D62", INTERNAL, 5, 20, [1, 1, 3, 5, 9, 18, 34]).of(0, 34),
    // Blood, glands, metabolism.
    d("D68.4", INTERNAL, 4, 20, [1, 0, 0, 1, 4, 12, 20]).of(0, 10),
    d("E03.9", INTERNAL, 3, 12, [0, 1, 5, 12, 20, 26, 30])
        .women(165)
        .of(0, 20)
        .lasts(20),
    d("E10.11", CHILDREN, 6, 22, [1, 14, 8, 4, 2, 1, 1])
        .lasts(1)
        .risk(2, 880),
    d("E10.90", INTERNAL, 5, 20, [0, 5, 6, 6, 6, 4, 2])
        .lasts(8)
        .risk(2, 500),
    d("E11.74", INTERNAL, 11, 40, [0, 0, 0, 2, 10, 22, 26])
        .women(70)
        .lasts(8)
        .risk(15, 450),
    d("E11.90", INTERNAL, 6, 18, [0, 0, 1, 5, 24, 54, 66])
        .of(4, 40)
        .lasts(40)
        .risk(3, 450),
    d("E66.01", INTERNAL, 4, 30, [0, 2, 6, 14, 18, 14, 6])
        .of(2, 20)
        .lasts(20)
        .women(110),
    d("E78.5", INTERNAL, 3, 12, [0, 0, 1, 6, 20, 40, 36])
        .of(0, 30)
        .lasts(30),
    d("E86", INTERNAL, 4, 14, [18, 14, 4, 3, 5, 12, 44])
        .of(10, 12)
        .risk(20, 900),
    d("E87.6", INTERNAL, 3, 12, [2, 2, 3, 4, 8, 18, 36])
        .of(1, 30)
        .women(120),
    // Mind.
    d("F05.1", GERIATRICS, 9, 24, [0, 0, 0, 0, 1, 6, 34])
        .of(5, 14)
        .risk(40, 850),
    d("F10.0", INTERNAL, 1, 9, [0, 3, 24, 20, 18, 6, 1])
        .women(55)
        .risk(1, 970),
    d("F10.2", PSYCHIATRY, 11, 20, [0, 0, 14, 40, 50, 18, 3])
        .women(55)
        .lasts(10)
        .risk(4, 550),
    d("F20.0", PSYCHIATRY, 26, 20, [0, 0, 16, 20, 12, 4, 1])
        .women(80)
        .lasts(2)
        .risk(1, 550),
    d("F32.1", PSYCHIATRY, 24, 18, [0, 2, 14, 16, 20, 12, 7])
        .women(130)
        .of(8, 10)
        .lasts(8)
        .risk(1, 250),
    d("F33.2", PSYCHIATRY, 32, 18, [0, 1, 12, 18, 24, 12, 6])
        .women(130)
        .lasts(3)
        .risk(2, 300),
    d("F43.2", PSYCHIATRY, 9, 14, [0, 4, 14, 12, 10, 3, 1])
        .women(115)
        .risk(1, 550),
    d("F60.31", PSYCHIATRY, 14, 16, [0, 1, 18, 8, 2, 0, 0])
        .women(150)
        .lasts(2)
        .risk(1, 650),
    // Nerves, eyes, ears.
    d("G20.11", NEUROLOGY, 10, 30, [0, 0, 0, 1, 4, 16, 26])
        .women(85)
        .lasts(8)
        .risk(12, 300),
    d("G30.1", GERIATRICS, 10, 20, [0, 0, 0, 0, 0, 5, 40])
        .women(125)
        .of(4, 20)
        .lasts(14)
        .risk(20, 450),
    d("G35.11", NEUROLOGY, 5, 26, [0, 0, 8, 12, 8, 2, 0])
        .women(145)
        .lasts(2)
        .risk(1, 200),
    d("G40.3", NEUROLOGY, 4, 20, [4, 12, 8, 6, 6, 7, 10])
        .lasts(4)
        .risk(6, 850),
    d("G43.1", NEUROLOGY, 3, 12, [0, 4, 10, 8, 6, 2, 1])
        .women(150)
        .risk(0, 600),
    d("G45.9", NEUROLOGY, 4, 20, [0, 0, 1, 3, 10, 20, 30]).risk(2, 930),
    d("G47.31", LUNGS, 2, 10, [0, 2, 2, 10, 26, 26, 8])
        .women(50)
        .of(10, 8)
        .lasts(8)
        .risk(0, 20),
    d("H25.1", EYES, 1, 14, [0, 0, 0, 1, 6, 28, 44])
        .women(115)
        .of(10, 1)
        .risk(0, 10),
    d("H33.0", EYES, 3, 30, [0, 0, 2, 4, 12, 16, 6])
        .women(80)
        .risk(0, 500),
    d("H40.1", EYES, 3, 16, [0, 0, 1, 2, 6, 14, 18])
        .lasts(2)
        .risk(0, 80),
    d("H66.9", EARS, 3, 12, [8, 14, 4, 3, 3, 3, 2]).risk(0, 400),
    d("H81.1", EARS, 3, 12, [0, 0, 3, 7, 12, 14, 14])
        .women(130)
        .risk(0, 750),
    // Circulation.
    d("I10.00", INTERNAL, 4, 14, [0, 0, 3, 10, 28, 46, 60])
        .women(115)
        .of(5, 40)
        .lasts(60)
        .risk(1, 850),
    d("I10.90", INTERNAL, 4, 13, [0, 0, 1, 6, 22, 44, 60])
        .of(2, 60)
        .lasts(60)
        .risk(1, 700),
    d("I20.0", CARDIOLOGY, 4, 32, [0, 0, 0, 4, 22, 32, 26])
        .women(65)
        .risk(4, 850),
    d("I21.0", CARDIOLOGY, 7, 62, [0, 0, 0, 4, 14, 14, 10])
        .women(55)
        .risk(55, 960),
    d("I21.4", CARDIOLOGY, 6, 54, [0, 0, 0, 4, 20, 34, 44])
        .women(65)
        .risk(35, 920),
    d("I25.13", CARDIOLOGY, 4, 40, [0, 0, 0, 2, 22, 54, 40])
        .women(55)
        .lasts(30)
        .risk(6, 250),
    d("I26.9", LUNGS, 8, 38, [0, 0, 3, 6, 12, 20, 24])
        .of(10, 3)
        .risk(45, 900),
    d("I35.0", CARDIOLOGY, 9, 190, [0, 0, 0, 0, 3, 18, 34])
        .lasts(8)
        .risk(22, 150),
    d("I48.0", CARDIOLOGY, 4, 30, [0, 0, 1, 5, 22, 44, 46])
        .women(95)
        .lasts(20)
        .risk(2, 550),
    d("I48.2", CARDIOLOGY, 5, 26, [0, 0, 0, 1, 8, 30, 66])
        .of(6, 40)
        .lasts(40)
        .risk(8, 550),
    d("I50.01", CARDIOLOGY, 9, 32, [0, 0, 0, 1, 6, 20, 60])
        .women(110)
        .lasts(14)
        .risk(70, 800),
    d("I50.14", CARDIOLOGY, 9, 34, [0, 0, 0, 2, 12, 36, 90])
        .of(14, 12)
        .lasts(14)
        .risk(75, 800),
    d("I61.0", NEUROLOGY, 13, 80, [0, 0, 1, 2, 5, 9, 13]).risk(230, 960),
    d("I63.3", NEUROLOGY, 10, 52, [0, 0, 1, 3, 12, 24, 36])
        .women(95)
        .risk(60, 950),
    d("I63.9", NEUROLOGY, 10, 50, [0, 0, 1, 3, 12, 24, 38]).risk(75, 950),
    d("I70.24", SURGERY, 10, 60, [0, 0, 0, 0, 6, 20, 18])
        .women(65)
        .lasts(5)
        .risk(25, 250),
    d("I83.9", SURGERY, 2, 16, [0, 0, 2, 12, 20, 14, 4])
        .women(140)
        .risk(0, 10),
    // Lungs.
    d("J06.9", CHILDREN, 3, 11, [50, 30, 6, 3, 2, 1, 2]).risk(0, 850),
    d("J12.1", CHILDREN, 5, 18, [60, 12, 0, 0, 0, 1, 2]).risk(1, 900),
    d("J18.1", LUNGS, 8, 30, [6, 10, 4, 6, 12, 24, 44])
        .women(80)
        .risk(80, 880),
    d("J18.9", LUNGS, 8, 28, [8, 14, 5, 6, 12, 26, 60])
        .women(85)
        .of(10, 6)
        .risk(110, 880),
    d("J20.9", INTERNAL, 4, 14, [40, 22, 3, 3, 5, 9, 18]).risk(5, 850),
    d("J35.3", EARS, 4, 13, [1, 40, 4, 1, 0, 0, 0]).risk(0, 20),
    d("J44.09", LUNGS, 8, 26, [0, 0, 0, 1, 12, 30, 26])
        .women(85)
        .lasts(6)
        .risk(45, 850),
    d("J44.19", LUNGS, 7, 25, [0, 0, 0, 2, 16, 38, 28])
        .women(85)
        .of(10, 20)
        .lasts(16)
        .risk(35, 850),
    d("J45.9", LUNGS, 3, 14, [4, 14, 8, 8, 9, 8, 5])
        .women(120)
        .of(6, 14)
        .lasts(12)
        .risk(1, 700),
    d("J96.00", LUNGS, 8, 60, [2, 1, 1, 1, 4, 11, 20])
        .of(2, 10)
        .risk(180, 930),
    // Digestion.
    d("K21.0", GASTRO, 3, 13, [1, 3, 5, 7, 10, 12, 12]).of(8, 14),
    d("K29.1", GASTRO, 3, 13, [0, 2, 8, 9, 11, 12, 16])
        .of(8, 6)
        .risk(1, 700),
    d("K35.8", SURGERY, 4, 26, [0, 36, 36, 18, 10, 6, 3])
        .women(85)
        .risk(0, 930),
    d("K40.90", SURGERY, 2, 20, [8, 8, 6, 12, 26, 34, 20])
        .women(25)
        .risk(0, 50),
    d("K50.1", GASTRO, 6, 20, [0, 3, 10, 8, 5, 3, 1])
        .lasts(2)
        .risk(1, 450),
    d("K52.9", INTERNAL, 3, 13, [10, 12, 10, 8, 9, 12, 22]).risk(3, 850),
    d("K57.32", SURGERY, 7, 30, [0, 0, 1, 10, 26, 26, 18])
        .women(110)
        .risk(5, 750),
    d("K59.0", INTERNAL, 3, 11, [4, 16, 4, 3, 4, 8, 20])
        .of(6, 12)
        .risk(2, 750),
    d("K70.3", GASTRO, 9, 34, [0, 0, 1, 6, 20, 14, 3])
        .women(60)
        .lasts(4)
        .risk(90, 600),
    d("K80.10", SURGERY, 5, 30, [0, 0, 12, 24, 28, 28, 20])
        .women(130)
        .risk(3, 450),
    d("K80.20", SURGERY, 4, 26, [0, 0, 14, 20, 22, 22, 14])
        .women(140)
        .of(10, 6)
        .risk(1, 300),
    d("K85.10", GASTRO, 8, 30, [0, 0, 5, 8, 10, 11, 11]).risk(18, 930),
    d("K92.2", GASTRO, 6, 28, [0, 0, 2, 4, 10, 18, 32])
        .women(85)
        .risk(35, 920),
    // Skin, bones, joints.
    d("L03.11", SKIN, 6, 18, [2, 4, 8, 12, 18, 18, 18])
        .women(85)
        .risk(5, 700),
    d("L40.0", SKIN, 8, 16, [0, 2, 5, 6, 8, 5, 2])
        .lasts(2)
        .risk(0, 100),
    d("M05.8", ORTHOPAEDICS, 6, 22, [0, 0, 1, 4, 8, 12, 9])
        .women(145)
        .lasts(3)
        .risk(1, 150),
    d("M16.1", ORTHOPAEDICS, 9, 88, [0, 0, 0, 2, 22, 56, 46])
        .women(115)
        .of(10, 6)
        .risk(2, 30),
    d("M17.1", ORTHOPAEDICS, 9, 90, [0, 0, 0, 2, 24, 60, 42])
        .women(125)
        .of(10, 6)
        .risk(1, 30),
    d("M23.2", ORTHOPAEDICS, 2, 16, [0, 2, 10, 16, 16, 6, 1])
        .women(75)
        .risk(0, 30),
    d("M48.06", ORTHOPAEDICS, 8, 52, [0, 0, 0, 1, 12, 32, 30]).risk(2, 200),
    d("M51.1", ORTHOPAEDICS, 6, 34, [0, 0, 8, 28, 30, 14, 6])
        .women(90)
        .risk(0, 400),
    d("M54.4", ORTHOPAEDICS, 6, 16, [0, 1, 8, 16, 22, 20, 20])
        .women(115)
        .of(10, 4)
        .risk(0, 550),
    d("M75.1", ORTHOPAEDICS, 3, 30, [0, 0, 1, 6, 28, 22, 4])
        .women(80)
        .risk(0, 20),
    d("M80.08", GERIATRICS, 9, 36, [0, 0, 0, 0, 2, 10, 36])
        .women(165)
        .lasts(4)
        .risk(8, 650),
    // Kidneys, women's and men's organs.
    d("N10", UROLOGY, 5, 17, [4, 8, 14, 9, 7, 7, 8])
        .women(150)
        .risk(2, 850),
    d("N13.21", UROLOGY, 3, 22, [0, 1, 14, 26, 28, 16, 6])
        .women(65)
        .risk(0, 800),
    d("N18.5", KIDNEYS, 4, 44, [0, 0, 1, 3, 8, 14, 16])
        .women(80)
        .lasts(8)
        .risk(25, 300),
    d("N18.3", KIDNEYS, 5, 20, [0, 0, 0, 1, 5, 20, 50])
        .of(2, 40)
        .lasts(36)
        .risk(12, 400),
    d("N17.9", KIDNEYS, 8, 32, [0, 0, 0, 1, 5, 14, 32])
        .of(6, 16)
        .risk(80, 800),
    d("N20.1", UROLOGY, 3, 20, [0, 1, 12, 26, 26, 16, 5])
        .women(55)
        .risk(0, 750),
    d("N39.0", INTERNAL, 6, 17, [8, 6, 6, 4, 5, 12, 50])
        .women(140)
        .of(10, 30)
        .risk(16, 800),
    d("N40", UROLOGY, 5, 28, [0, 0, 0, 0, 12, 46, 36])
        .women(0)
        .of(10, 20)
        .risk(1, 80),
    d("N81.1", GYNAECOLOGY, 4, 30, [0, 0, 0, 4, 12, 22, 14])
        .women(200)
        .risk(0, 10),
    d("N83.2", GYNAECOLOGY, 3, 22, [0, 2, 16, 16, 8, 3, 1])
        .women(200)
        .risk(0, 350),
    // Birth.
    d("O20.0", OBSTETRICS, 3, 9, [0, 0, 26, 26, 0, 0, 0])
        .women(200)
        .risk(0, 850),
    d("O34.2", OBSTETRICS, 4, 28, [0, 0, 26, 50, 0, 0, 0])
        .women(200)
        .of(10, 10)
        .risk(0, 250),
    d("O42.0", OBSTETRICS, 4, 22, [0, 0, 44, 46, 0, 0, 0])
        .women(200)
        .of(10, 10)
        .risk(0, 700),
    d("O60.0", OBSTETRICS, 6, 16, [0, 0, 20, 20, 0, 0, 0])
        .women(200)
        .risk(0, 800),
    d("O68.0", OBSTETRICS, 4, 24, [0, 0, 46, 44, 0, 0, 0])
        .women(200)
        .of(10, 14)
        .risk(0, 500),
    d("O70.1", OBSTETRICS, 3, 20, [0, 0, 60, 50, 0, 0, 0])
        .women(200)
        .of(10, 30)
        .risk(0, 400),
    d("O80", OBSTETRICS, 3, 19, [0, 0, 90, 80, 0, 0, 0])
        .women(200)
        .of(10, 0)
        .risk(0, 400),
    d("P07.12", NEWBORN, 40, 420, [2, 0, 0, 0, 0, 0, 0]).risk(60, 800),
    d("P07.3", NEWBORN, 14, 90, [10, 0, 0, 0, 0, 0, 0]).risk(4, 600),
    d("P22.1", NEWBORN, 5, 40, [8, 0, 0, 0, 0, 0, 0]).risk(2, 800),
    d("P59.9", NEWBORN, 4, 14, [20, 0, 0, 0, 0, 0, 0]).risk(0, 600),
    d("P70.4", NEWBORN, 4, 16, [8, 0, 0, 0, 0, 0, 0]).risk(0, 600),
    d("Q21.1", CHILDREN, 5, 70, [12, 6, 1, 1, 1, 0, 0])
        .lasts(4)
        .risk(3, 100),
    // Signs, injuries, others.
    d("R07.4", INTERNAL, 2, 12, [0, 3, 12, 18, 24, 16, 12])
        .women(90)
        .risk(0, 880),
    d("R10.4", SURGERY, 2, 10, [2, 22, 22, 12, 8, 6, 8])
        .women(130)
        .of(10, 4)
        .risk(0, 850),
    d("R29.6", GERIATRICS, 5, 14, [0, 0, 0, 0, 0, 5, 34])
        .women(115)
        .of(8, 20)
        .risk(10, 900),
    d("R55", INTERNAL, 3, 14, [0, 8, 12, 8, 12, 20, 44])
        .of(10, 5)
        .risk(2, 930),
    d("S00.95", TRAUMA, 2, 8, [24, 20, 7, 4, 5, 6, 22])
        .of(10, 6)
        .risk(0, 950),
    d("S06.0", TRAUMA, 2, 9, [50, 66, 26, 12, 12, 12, 26])
        .women(90)
        .risk(0, 960),
    d("S22.42", TRAUMA, 6, 18, [0, 0, 2, 4, 9, 11, 15])
        .women(70)
        .risk(10, 930),
    d("S32.01", TRAUMA, 8, 28, [0, 1, 4, 4, 7, 10, 20])
        .women(115)
        .risk(5, 900),
    d("S42.21", TRAUMA, 6, 36, [0, 1, 1, 2, 8, 16, 22])
        .women(145)
        .risk(4, 850),
    d("S52.51", TRAUMA, 3, 24, [0, 12, 4, 6, 12, 18, 18])
        .women(145)
        .risk(0, 880),
    d("S72.01", TRAUMA, 14, 72, [0, 0, 0, 1, 4, 14, 56])
        .women(140)
        .risk(45, 960),
    d("S72.10", TRAUMA, 14, 70, [0, 0, 0, 0, 2, 10, 52])
        .women(145)
        .risk(45, 960),
    d("S82.6", TRAUMA, 5, 34, [0, 3, 10, 12, 16, 12, 5])
        .women(105)
        .risk(0, 850),
    d("S83.53", ORTHOPAEDICS, 3, 26, [0, 3, 18, 10, 4, 0, 0])
        .women(75)
        .risk(0, 40),
    d("T84.04", ORTHOPAEDICS, 13, 130, [0, 0, 0, 0, 4, 12, 14]).risk(8, 250),
    d("T88.7", INTERNAL, 4, 14, [3, 4, 4, 4, 5, 7, 12])
        .of(6, 10)
        .risk(8, 850),
    d("U071", LUNGS, 8, 44, [6, 3, 4, 7, 14, 22, 40])
        .of(10, 8)
        .risk(110, 850),
    d("U5010", GERIATRICS, 8, 16, [0, 0, 0, 0, 1, 5, 16]).of(0, 14),
    d("U800", INTERNAL, 8, 24, [0, 0, 1, 1, 2, 5, 8]).of(0, 10),
    d("Z38", NEWBORN, 3, 8, [30, 0, 0, 0, 0, 0, 0]).risk(0, 0),
    d("Z48.0", SURGERY, 3, 12, [0, 1, 3, 4, 6, 8, 7])
        .of(6, 2)
        .risk(0, 60),
    d("Z51.1", ONCOLOGY, 2, 30, [0, 2, 3, 8, 24, 34, 14])
        .of(10, 0)
        .risk(4, 20),
    d("Z92.1", INTERNAL, 3, 10, [0, 0, 1, 2, 8, 24, 50])
        .of(0, 40)
        .lasts(30),
    d("Z95.5", CARDIOLOGY, 3, 10, [0, 0, 0, 1, 10, 26, 24])
        .women(55)
        .of(0, 30)
        .lasts(26),
];
