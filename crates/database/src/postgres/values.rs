//! Values on their way to PostgreSQL and back. Parameters are checked against the statement's types before they are
//! sent.

use std::error::Error;

use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::field::storable;
use crate::{DbError, Field, Value};

type Boxed = Box<dyn Error + Sync + Send>;

#[derive(Debug)]
pub(super) struct Parameter<'a>(Value<'a>);

pub(super) fn parameters<'a>(types: &[Type], params: &[&'a dyn Field]) -> Result<Vec<Parameter<'a>>, DbError> {
    if types.len() != params.len() {
        return Err(DbError::Sql(format!("{} parameters expected, {} given", types.len(), params.len())));
    }
    let numbered = types.iter().zip(params).enumerate();
    numbered.map(|(index, (kind, param))| parameter(index + 1, kind, Field::value(*param))).collect()
}

pub(super) fn parameter<'a>(number: usize, kind: &Type, value: Value<'a>) -> Result<Parameter<'a>, DbError> {
    checked(number, kind, storable(value)?)
}

fn checked<'a>(number: usize, kind: &Type, value: Value<'a>) -> Result<Parameter<'a>, DbError> {
    let fits = match value {
        Value::Null => true,
        Value::Int(integer) => match *kind {
            Type::INT8 | Type::FLOAT8 => true,
            Type::INT4 => in_range(i32::try_from(integer).is_ok(), integer)?,
            Type::INT2 => in_range(i16::try_from(integer).is_ok(), integer)?,
            _ => false,
        },
        Value::Real(_) => *kind == Type::FLOAT8,
        Value::Bool(_) => *kind == Type::BOOL,
        Value::Text(_) => is_text(kind) || matches!(*kind, Type::JSON | Type::JSONB),
        Value::Bytes(_) => *kind == Type::BYTEA,
    };
    if fits {
        return Ok(Parameter(value));
    }
    Err(DbError::Sql(format!(
        "${number} is {}, PostgreSQL expects {}: cast it in the statement",
        value.kind(),
        kind.name()
    )))
}

fn in_range(fits: bool, integer: i64) -> Result<bool, DbError> {
    if fits { Ok(true) } else { Err(DbError::Unstorable(format!("{integer} is out of range"))) }
}

fn is_text(kind: &Type) -> bool {
    matches!(*kind, Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::UNKNOWN)
}

impl ToSql for Parameter<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Boxed> {
        match self.0 {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(integer) => match *kind {
                Type::FLOAT8 => (integer as f64).to_sql(kind, out),
                Type::INT4 => i32::try_from(integer)?.to_sql(kind, out),
                Type::INT2 => i16::try_from(integer)?.to_sql(kind, out),
                _ => integer.to_sql(kind, out),
            },
            Value::Real(number) => number.to_sql(kind, out),
            Value::Bool(truth) => truth.to_sql(kind, out),
            Value::Text(text) => {
                if *kind == Type::JSONB {
                    // The version of jsonb's binary form.
                    out.extend_from_slice(&[1]);
                }
                text.to_sql(&Type::TEXT, out)
            }
            Value::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

struct Column<'a>(Value<'a>);

impl<'a> FromSql<'a> for Column<'a> {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Column<'a>, Boxed> {
        let value = match *kind {
            Type::INT8 => Value::Int(i64::from_sql(kind, raw)?),
            Type::INT4 => Value::Int(i32::from_sql(kind, raw)?.into()),
            Type::INT2 => Value::Int(i16::from_sql(kind, raw)?.into()),
            Type::FLOAT8 => Value::Real(f64::from_sql(kind, raw)?),
            Type::FLOAT4 => Value::Real(f32::from_sql(kind, raw)?.into()),
            Type::BOOL => Value::Bool(bool::from_sql(kind, raw)?),
            Type::BYTEA => Value::Bytes(raw),
            Type::VOID => Value::Null,
            Type::JSON => Value::Text(std::str::from_utf8(raw)?),
            Type::JSONB => Value::Text(std::str::from_utf8(raw.get(1..).unwrap_or_default())?),
            _ if is_text(kind) => Value::Text(std::str::from_utf8(raw)?),
            _ => return Err(format!("{} is not portable: cast it in the statement", kind.name()).into()),
        };
        Ok(Column(value))
    }

    fn from_sql_null(_: &Type) -> Result<Column<'a>, Boxed> {
        Ok(Column(Value::Null))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

pub(crate) fn value(row: &tokio_postgres::Row, index: usize) -> Result<Value<'_>, String> {
    match row.try_get::<_, Column<'_>>(index) {
        Ok(Column(value)) => Ok(value),
        Err(error) => Err(error.source().map_or_else(|| error.to_string(), ToString::to_string)),
    }
}
