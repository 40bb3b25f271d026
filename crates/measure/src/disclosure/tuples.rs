//! Attributes that are looked at together.

use std::collections::HashMap;

/// The distinct tuples of some attributes of a list.
///
/// What is a sum, or a conjunction, over attributes is worked out once for each distinct tuple of a
/// few attributes, and then looked up.
#[derive(Clone, Debug)]
pub struct AttributeTuples {
    /// The attributes.
    pub attributes: Vec<usize>,
    /// Distinct tuples of codes, one after the other.
    pub codes: Vec<u32>,
    /// Per item of the list its tuple.
    pub of_item: Vec<u32>,
}

impl AttributeTuples {
    /// Puts attributes together, one after the other, as long as there are at most `most` distinct
    /// tuples, and few against the items. `column` gives the codes of an attribute, item by item.
    ///
    /// # Cost
    /// O(items x attributes).
    pub fn group<'a>(
        attributes: &[usize],
        items: usize,
        most: usize,
        column: impl Fn(usize) -> &'a [u32],
    ) -> Vec<Self> {
        let most = most.min(items / 8).max(64);
        let mut groups: Vec<AttributeTuples> = Vec::new();
        for &a in attributes {
            let joined = groups.last().and_then(|held| held.with(a, column(a), most));
            match joined {
                Some(group) => *groups.last_mut().expect("it was joined with one") = group,
                None => {
                    let none = AttributeTuples {
                        attributes: Vec::new(),
                        codes: Vec::new(),
                        of_item: vec![0; items],
                    };
                    groups.push(
                        none.with(a, column(a), usize::MAX)
                            .expect("there is no limit"),
                    );
                }
            }
        }
        groups
    }

    /// Number of distinct tuples.
    pub fn len(&self) -> usize {
        self.codes.len() / self.attributes.len()
    }

    /// True where there are no items.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// All distinct tuples.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.codes.chunks_exact(self.attributes.len())
    }

    /// With one more attribute; none where there would be too many distinct tuples.
    fn with(&self, attribute: usize, column: &[u32], most: usize) -> Option<Self> {
        let width = self.attributes.len();
        let mut seen: HashMap<(u32, u32), u32> = HashMap::new();
        let (mut codes, mut of_item) = (Vec::new(), Vec::with_capacity(column.len()));
        for (&held, &code) in self.of_item.iter().zip(column) {
            let next = seen.len() as u32;
            let tuple = *seen.entry((held, code)).or_insert(next);
            if tuple == next {
                if next as usize >= most {
                    return None;
                }
                codes.extend(&self.codes[held as usize * width..][..width]);
                codes.push(code);
            }
            of_item.push(tuple);
        }
        Some(AttributeTuples {
            attributes: self.attributes.iter().copied().chain([attribute]).collect(),
            codes,
            of_item,
        })
    }
}
