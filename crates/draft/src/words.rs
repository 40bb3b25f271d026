//! What the names of columns tell, in a few languages, and words that have an order.

/// Splits a name into words in lower case: at separators, before capitals, and between letters and
/// digits.
///
/// `PatientID` gives `patient`, `id`; `diagnosis_1` gives `diagnosis`, `1`.
pub(crate) fn split(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = None;
    for c in name.chars() {
        let begins = match before {
            Some(b) => is_border(b, c),
            None => true,
        };
        if c.is_alphanumeric() {
            if begins {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = Some(c);
    }
    words
}

fn is_border(before: char, c: char) -> bool {
    !before.is_alphanumeric()
        || (before.is_lowercase() && c.is_uppercase())
        || before.is_numeric() != c.is_numeric()
}

/// Words that tell something. `x*` stands for words that begin with x, `*x` for words that end with
/// it.
pub(crate) struct Words(pub(crate) &'static [&'static str]);

impl Words {
    /// Whether one of the words of a name is here.
    pub(crate) fn tell(&self, words: &[String]) -> bool {
        words.iter().any(|word| self.has(word))
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.0
            .iter()
            .any(|w| match (w.strip_suffix('*'), w.strip_prefix('*')) {
                (Some(start), _) => word.starts_with(start),
                (_, Some(end)) => word.ends_with(end),
                _ => word == *w,
            })
    }
}

/// Leads to one person by itself.
pub(crate) const DIRECT: Words = Words(&[
    "email",
    "mail",
    "phone",
    "telephone",
    "telefon*",
    "tel",
    "mobile",
    "handy",
    "fax",
    "ssn",
    "sozialversicherungsnummer",
    "nhs",
    "nif",
    "dni",
    "iban",
    "passport",
    "surname",
    "lastname",
    "firstname",
    "forename",
    "fullname",
    "nachname",
    "vorname",
    "prenom",
    "prénom",
    "apellido*",
    "cognome",
    "street",
    "strasse",
    "straße",
    "rue",
    "calle",
    "address",
    "adresse",
    "anschrift",
    "direccion",
    "dirección",
    "indirizzo",
    "url",
    "ip",
    "plate",
    "kennzeichen",
    "physician",
    "doctor",
    "arzt",
    "ärztin",
    "médecin",
    "nurse",
    "uuid",
    "guid",
]);
/// Before `name`, it is the name of a person.
pub(crate) const OF_A_NAME: Words = Words(&[
    "first", "last", "family", "given", "full", "maiden", "middle", "birth", "person*", "patient*",
]);
/// Leads to one person where there are many values.
pub(crate) const NUMBERED: Words = Words(&[
    "name",
    "nom",
    "nombre",
    "nome",
    "id",
    "identifier",
    "number",
    "nr",
    "no",
    "num",
    "nummer",
    "*nummer",
    "numero",
    "numéro",
    "número",
    "key",
    "record",
    "row",
    "case",
    "fall",
    "file",
    "akte*",
    "kennung",
    "pseudonym",
    "account",
    "konto",
    "token",
]);
/// Says that a column tells persons apart, together with a word of `NUMBERED`.
pub(crate) const PERSON: Words = Words(&[
    "person*",
    "patient*",
    "subject",
    "proband*",
    "client",
    "klient*",
    "kunde*",
    "customer",
    "member",
    "insured",
    "versicherte*",
    "student",
    "schüler*",
    "pupil",
    "employee",
    "mitarbeiter*",
    "user",
    "citizen",
    "individual",
    "participant",
    "respondent",
    "resident",
    "pid",
    "patid",
    "cliente",
    "paciente",
    "paziente",
    "étudiant",
]);
pub(crate) const BIRTH: Words = Words(&[
    "birth*",
    "dob",
    "born",
    "geburt*",
    "gebdat",
    "naissance",
    "nacimiento",
    "nascita",
]);
pub(crate) const SEX: Words = Words(&["sex", "gender", "geschlecht", "sexe", "sexo", "sesso"]);
pub(crate) const AGE: Words = Words(&["age", "alter", "edad", "âge", "età"]);
pub(crate) const YEAR: Words = Words(&[
    "year", "jahr", "*jahr", "année", "annee", "año", "anno", "yob",
]);
pub(crate) const HEALTH: Words = Words(&[
    "diagnos*",
    "diag",
    "dx",
    "disease",
    "illness",
    "icd",
    "hiv",
    "aids",
    "cancer",
    "krank*",
    "maladie",
    "enfermedad",
    "malattia",
    "treatment",
    "therapy",
    "therapie",
    "medication",
    "medikament*",
    "drug",
    "drugs",
    "symptom*",
    "disability",
    "behinderung",
    "psych*",
    "pregnan*",
    "abortion",
    "mental",
]);
pub(crate) const MONEY: Words = Words(&[
    "income",
    "salary",
    "wage",
    "wages",
    "pay",
    "earnings",
    "cost",
    "costs",
    "amount",
    "balance",
    "debt",
    "loan",
    "credit",
    "revenue",
    "charge",
    "charges",
    "fee",
    "fees",
    "einkommen",
    "gehalt",
    "lohn",
    "kosten",
    "betrag",
    "schulden",
    "revenu",
    "salaire",
    "coût",
    "cout",
    "ingreso*",
    "salario",
    "sueldo",
    "reddito",
    "stipendio",
    "wealth",
    "vermögen",
]);
pub(crate) const BELIEF: Words = Words(&[
    "religio*",
    "konfession",
    "faith",
    "belief*",
    "politic*",
    "party",
    "partei",
    "union",
    "vote",
    "offence*",
    "offense*",
    "crime*",
    "criminal",
    "conviction*",
    "straf*",
    "verdict",
    "sexual*",
    "orientation",
    "asylum",
]);
/// Something that is counted or measured.
pub(crate) const QUANTITY: Words = Words(&[
    "age",
    "alter",
    "edad",
    "âge",
    "età",
    "height",
    "weight",
    "grösse",
    "größe",
    "gewicht",
    "days",
    "hours",
    "minutes",
    "weeks",
    "months",
    "count",
    "anzahl",
    "quantity",
    "distance",
    "temperature",
    "temperatur",
    "bmi",
    "duration",
    "dauer",
    "stay",
    "size",
]);
/// Says that numbers are codes.
pub(crate) const CODE: Words = Words(&[
    "code",
    "codes",
    "kode",
    "schlüssel",
    "type",
    "typ",
    "kind",
    "art",
    "class",
    "klasse",
    "category",
    "kategorie",
    "group",
    "gruppe",
    "status",
    "icd",
    "isco",
    "nace",
    "zip",
    "plz",
    "post*",
    "region",
    "district",
    "id",
    "nr",
    "no",
    "nummer",
    "*nummer",
    "key",
    "flag",
]);
pub(crate) const PLACE: Words = Words(&[
    "zip",
    "plz",
    "post*",
    "municipality",
    "gemeinde*",
    "district",
    "county",
    "ags",
    "nuts*",
    "cp",
    "cap",
]);
/// Texts that mean "not known" in a column of words.
pub(crate) const UNKNOWN: [&str; 24] = [
    "unknown",
    "unk",
    "not known",
    "not stated",
    "not available",
    "not specified",
    "no answer",
    "missing",
    "refused",
    "don't know",
    "unbekannt",
    "keine angabe",
    "k.a.",
    "k. a.",
    "nicht bekannt",
    "inconnu",
    "non connu",
    "desconocido",
    "sconosciuto",
    "n.a.",
    "n. a.",
    "-",
    "--",
    "(blank)",
];

/// Scales that everybody knows, each from low to high.
const SCALES: [&[&str]; 16] = [
    &[
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ],
    &["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    &[
        "montag",
        "dienstag",
        "mittwoch",
        "donnerstag",
        "freitag",
        "samstag",
        "sonntag",
    ],
    &[
        "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
    ],
    &[
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
    &[
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ],
    &["very low", "low", "medium", "high", "very high"],
    &["low", "middle", "high"],
    &["very small", "small", "medium", "large", "very large"],
    &["never", "rarely", "sometimes", "often", "always"],
    &["none", "mild", "moderate", "severe", "very severe"],
    &[
        "very poor",
        "poor",
        "fair",
        "good",
        "very good",
        "excellent",
    ],
    &[
        "strongly disagree",
        "disagree",
        "neutral",
        "agree",
        "strongly agree",
    ],
    &["niedrig", "mittel", "hoch"],
    &["nie", "selten", "manchmal", "oft", "immer"],
    &["none", "primary", "secondary", "tertiary"],
];

/// The place of each text on a scale that has all of them, in the order of the texts; whichever
/// case they are written in.
pub(crate) fn places_on_a_scale(texts: &[&str]) -> Option<Vec<usize>> {
    SCALES.iter().find_map(|scale| {
        let place = |text: &&str| {
            let lower = text.to_lowercase();
            scale.iter().position(|word| *word == lower)
        };
        let places = texts.iter().map(place).collect::<Option<Vec<usize>>>()?;
        let mut sorted = places.clone();
        sorted.sort_unstable();
        sorted.dedup();
        (sorted.len() == texts.len()).then_some(places)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_words() {
        let cases = [
            ("PatientID", "patient id"),
            ("diagnosis_1", "diagnosis 1"),
            ("birth-date", "birth date"),
            ("e.mail (home)", "e mail home"),
            ("ICD10", "icd 10"),
            ("größeInCm", "größe in cm"),
            ("", ""),
            ("--", ""),
        ];
        for (name, words) in cases {
            assert_eq!(split(name).join(" "), words, "{name}");
        }
    }

    #[test]
    fn beginnings_and_ends_count_where_they_are_marked() {
        let tells = |list: &Words, name: &str| list.tell(&split(name));
        assert!(tells(&NUMBERED, "Patientennummer") && tells(&PERSON, "Patientennummer"));
        assert!(tells(&BIRTH, "Geburtsdatum") && tells(&BIRTH, "birthDate"));
        assert!(!tells(&AGE, "village") && !tells(&SEX, "essex"));
    }

    #[test]
    fn scales_are_found_whatever_their_case() {
        assert_eq!(
            places_on_a_scale(&["High", "LOW", "medium"]),
            Some(vec![3, 1, 2])
        );
        assert_eq!(
            places_on_a_scale(&["low", "Low"]),
            None,
            "two texts for one place"
        );
        assert_eq!(places_on_a_scale(&["low", "green"]), None);
    }
}
