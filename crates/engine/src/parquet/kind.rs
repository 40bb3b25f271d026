//! What the values of a Parquet column mean.

use parquet::basic::{ConvertedType, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::schema::types::{Type, TypePtr};
use std::sync::Arc;

/// How a value becomes a text and a text a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Boolean,
    Signed,
    Unsigned,
    Date,
    /// Units per second.
    Time(i64),
    Timestamp {
        /// Units per second.
        per_second: i64,
        utc: bool,
    },
    Int96,
    Decimal {
        scale: usize,
    },
    Float,
    Text,
    Uuid,
}

/// The type of a Parquet column, kept so that an unchanged column is written as it was read.
///
/// It is made by [`read_table`](crate::read_table), or by the caller for a table in memory, and
/// used by [`ParquetWriter`](crate::ParquetWriter).
#[derive(Clone, PartialEq)]
pub struct ColumnType {
    pub(crate) leaf: TypePtr,
    pub(crate) kind: Kind,
}

impl ColumnType {
    /// The type of a field of a schema, or why its values are no cells.
    pub(crate) fn of(leaf: &TypePtr) -> Result<Self, &'static str> {
        if !leaf.is_primitive() || leaf.get_basic_info().repetition() == Repetition::REPEATED {
            return Err("a list, a map or a structure");
        }
        Ok(ColumnType {
            leaf: leaf.clone(),
            kind: kind_of(leaf)?,
        })
    }

    /// UTF-8 texts or null.
    pub(crate) fn text(name: &str) -> Option<Self> {
        let logical = Some(LogicalType::String);
        ColumnType::optional(name, Physical::BYTE_ARRAY, logical, Kind::Text)
    }

    /// 64-bit integers, or null; none for a name that no column can have.
    pub fn integer(name: &str) -> Option<Self> {
        ColumnType::optional(name, Physical::INT64, None, Kind::Signed)
    }

    /// Floating-point numbers of 64 bits, or null.
    pub fn decimal(name: &str) -> Option<Self> {
        ColumnType::optional(name, Physical::DOUBLE, None, Kind::Float)
    }

    /// Days, or null.
    pub fn date(name: &str) -> Option<Self> {
        let logical = Some(LogicalType::Date);
        ColumnType::optional(name, Physical::INT32, logical, Kind::Date)
    }

    /// Booleans, or null.
    pub fn boolean(name: &str) -> Option<Self> {
        ColumnType::optional(name, Physical::BOOLEAN, None, Kind::Boolean)
    }

    fn optional(
        name: &str,
        physical: Physical,
        logical: Option<LogicalType>,
        kind: Kind,
    ) -> Option<Self> {
        let leaf = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()
            .ok()?;
        Some(ColumnType {
            leaf: Arc::new(leaf),
            kind,
        })
    }

    pub(crate) fn physical(&self) -> Physical {
        self.leaf.get_physical_type()
    }

    /// Whether a cell may be null.
    pub fn is_optional(&self) -> bool {
        self.leaf.is_optional()
    }

    /// Bytes that nothing marks as text.
    pub(crate) fn is_raw(&self) -> bool {
        let info = self.leaf.get_basic_info();
        self.kind == Kind::Text
            && info.logical_type_ref().is_none()
            && info.converted_type() == ConvertedType::NONE
    }

    /// The type that holds the cells of both, if they differ in nothing but whether cells may be
    /// null.
    pub(crate) fn joined(self, other: &ColumnType) -> Option<Self> {
        let parts = |of: &ColumnType| {
            let info = of.leaf.get_basic_info();
            let id = info.has_id().then(|| info.id());
            let numbers = (length(&of.leaf), precision(&of.leaf), scale(&of.leaf), id);
            (
                of.kind,
                of.physical(),
                info.converted_type(),
                info.logical_type_ref().cloned(),
                numbers,
            )
        };
        let same = parts(&self) == parts(other);
        same.then(|| {
            if other.is_optional() {
                other.clone()
            } else {
                self
            }
        })
    }
}

impl std::fmt::Debug for ColumnType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "ColumnType({} as {:?}, {})",
            self.physical(),
            self.kind,
            if self.is_optional() {
                "optional"
            } else {
                "required"
            }
        )
    }
}

/// The number of bytes of a fixed-length type, as its builder wants it.
pub(crate) fn length(leaf: &Type) -> i32 {
    match leaf {
        Type::PrimitiveType { type_length, .. } => *type_length,
        Type::GroupType { .. } => -1,
    }
}

fn precision(leaf: &Type) -> i32 {
    match leaf {
        Type::PrimitiveType { precision, .. } => *precision,
        Type::GroupType { .. } => -1,
    }
}

fn scale(leaf: &Type) -> usize {
    match leaf {
        Type::PrimitiveType { scale, .. } => usize::try_from(*scale).unwrap_or(0),
        Type::GroupType { .. } => 0,
    }
}

fn kind_of(leaf: &Type) -> Result<Kind, &'static str> {
    let info = leaf.get_basic_info();
    let physical = leaf.get_physical_type();
    let meaning = match info.logical_type_ref() {
        Some(logical) => of_logical(logical)?,
        None => of_converted(info.converted_type(), scale(leaf))?,
    };
    let plain = match physical {
        Physical::BOOLEAN => Kind::Boolean,
        Physical::INT32 | Physical::INT64 => Kind::Signed,
        Physical::INT96 => Kind::Int96,
        Physical::FLOAT | Physical::DOUBLE => Kind::Float,
        Physical::BYTE_ARRAY | Physical::FIXED_LEN_BYTE_ARRAY => Kind::Text,
    };
    let kind = meaning.unwrap_or(plain);
    let fits = match kind {
        Kind::Date => physical == Physical::INT32,
        Kind::Signed | Kind::Unsigned | Kind::Time(_) | Kind::Timestamp { .. } => {
            plain == Kind::Signed
        }
        Kind::Decimal { scale } => {
            (plain == Kind::Signed || plain == Kind::Text) && scale <= LONGEST_SCALE
        }
        Kind::Uuid => physical == Physical::FIXED_LEN_BYTE_ARRAY && length(leaf) == 16,
        _ => kind == plain,
    };
    if fits {
        Ok(kind)
    } else {
        Err("of a type whose parts contradict each other")
    }
}

/// More digits after the point than any number of 128 bits has.
const LONGEST_SCALE: usize = 38;

fn of_logical(logical: &LogicalType) -> Result<Option<Kind>, &'static str> {
    Ok(Some(match logical {
        LogicalType::String | LogicalType::Enum | LogicalType::Json => Kind::Text,
        LogicalType::Decimal(d) => Kind::Decimal {
            scale: usize::try_from(d.scale).map_err(|_| "a decimal with a negative scale")?,
        },
        LogicalType::Date => Kind::Date,
        LogicalType::Time(t) => Kind::Time(per_second(&t.unit)),
        LogicalType::Timestamp(t) => Kind::Timestamp {
            per_second: per_second(&t.unit),
            utc: t.is_adjusted_to_u_t_c,
        },
        LogicalType::Integer(i) if i.is_signed => Kind::Signed,
        LogicalType::Integer(_) => Kind::Unsigned,
        LogicalType::Uuid => Kind::Uuid,
        // A column of which only nulls are known.
        LogicalType::Unknown => return Ok(None),
        LogicalType::Float16 => return Err("of half-precision floats"),
        _ => return Err("of a type that has no text"),
    }))
}

fn of_converted(converted: ConvertedType, scale: usize) -> Result<Option<Kind>, &'static str> {
    Ok(Some(match converted {
        ConvertedType::NONE => return Ok(None),
        ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON => Kind::Text,
        ConvertedType::DECIMAL => Kind::Decimal { scale },
        ConvertedType::DATE => Kind::Date,
        ConvertedType::TIME_MILLIS => Kind::Time(1_000),
        ConvertedType::TIME_MICROS => Kind::Time(1_000_000),
        ConvertedType::TIMESTAMP_MILLIS => Kind::Timestamp {
            per_second: 1_000,
            utc: true,
        },
        ConvertedType::TIMESTAMP_MICROS => Kind::Timestamp {
            per_second: 1_000_000,
            utc: true,
        },
        ConvertedType::INT_8
        | ConvertedType::INT_16
        | ConvertedType::INT_32
        | ConvertedType::INT_64 => Kind::Signed,
        ConvertedType::UINT_8
        | ConvertedType::UINT_16
        | ConvertedType::UINT_32
        | ConvertedType::UINT_64 => Kind::Unsigned,
        _ => return Err("of a type that has no text"),
    }))
}

fn per_second(unit: &TimeUnit) -> i64 {
    match unit {
        TimeUnit::MILLIS => 1_000,
        TimeUnit::MICROS => 1_000_000,
        TimeUnit::NANOS => 1_000_000_000,
    }
}
