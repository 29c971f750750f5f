//! Which tables and columns a database has, read from its own catalogue, so that none can be forgotten.

use std::collections::HashSet;

use crate::connection::Connection;
use crate::copy::CopyError;
use crate::kind::Kind;
use crate::{DbError, Sql};

#[derive(Debug, Clone)]
pub(super) struct Table {
    pub name: String,
    pub columns: Vec<Column>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Column {
    pub name: String,
    pub kind: Kind,
    /// Whether the database numbers new rows by this column.
    pub is_numbered: bool,
}

/// Not the list of migrations, which is each engine's own, nor what is computed from other columns.
const COLUMNS: Sql = Sql::pair(
    "select tables.name as table_name, columns.name as column_name, lower(columns.type) as type_name,
        lower(columns.type) = 'integer' and columns.pk = 1 as is_numbered
     from pragma_table_list as tables join pragma_table_info(tables.name) as columns
     where tables.schema = 'main' and tables.type = 'table' and substr(tables.name, 1, 7) <> 'sqlite_'
        and tables.name <> 'schema_migrations'
     order by tables.name, columns.cid",
    "select tables.relname as table_name, columns.attname as column_name,
        format_type(columns.atttypid, null) as type_name, columns.attidentity <> '' as is_numbered
     from pg_class as tables join pg_attribute as columns on columns.attrelid = tables.oid
     where tables.relnamespace = (select oid from pg_namespace where nspname = current_schema())
        and tables.relkind in ('r', 'p') and tables.relname <> 'schema_migrations'
        and columns.attnum > 0 and not columns.attisdropped and columns.attgenerated = ''
     order by tables.relname, columns.attnum",
);

const FOREIGN_KEYS: Sql = Sql::pair(
    "select tables.name as child, keys.\"table\" as parent
     from pragma_table_list as tables join pragma_foreign_key_list(tables.name) as keys
     where tables.schema = 'main' and tables.type = 'table'",
    "select children.relname as child, parents.relname as parent
     from pg_constraint as keys join pg_class as children on children.oid = keys.conrelid
        join pg_class as parents on parents.oid = keys.confrelid
     where keys.contype = 'f'
        and children.relnamespace = (select oid from pg_namespace where nspname = current_schema())",
);

/// All tables, by name.
pub(super) fn tables(c: &mut Connection<'_>) -> Result<Vec<Table>, CopyError> {
    let rows: Vec<(String, String, String, bool)> = c.query(COLUMNS, &[], |row| {
        Ok((row.get("table_name")?, row.get("column_name")?, row.get("type_name")?, row.get("is_numbered")?))
    })?;
    let mut tables: Vec<Table> = Vec::new();
    for (table, name, type_name, is_numbered) in rows {
        let Some(kind) = Kind::of(&type_name) else { return Err(CopyError::Type { table, column: name, type_name }) };
        let column = Column { name, kind, is_numbered };
        match tables.last_mut().filter(|last| last.name == table) {
            Some(last) => last.columns.push(column),
            None => tables.push(Table { name: table, columns: vec![column] }),
        }
    }
    Ok(tables)
}

/// Sorts tables so that each stands behind those that its rows refer to (Kahn's algorithm).
pub(super) fn in_order_of_foreign_keys(c: &mut Connection<'_>, tables: Vec<Table>) -> Result<Vec<Table>, CopyError> {
    let keys: Vec<(String, String)> = c.query(FOREIGN_KEYS, &[], |row| Ok((row.get("child")?, row.get("parent")?)))?;
    let (mut placed, mut ordered) = (HashSet::new(), Vec::new());
    let mut waiting = tables;
    while !waiting.is_empty() {
        let is_ready = |table: &Table| {
            let mut parents = keys.iter().filter(|(child, _)| *child == table.name).map(|(_, parent)| parent);
            parents.all(|parent| *parent == table.name || placed.contains(parent))
        };
        let (ready, others): (Vec<Table>, Vec<Table>) = waiting.into_iter().partition(is_ready);
        if let ([], [first, ..]) = (&*ready, &*others) {
            return Err(CopyError::Circle(first.name.clone()));
        }
        placed.extend(ready.iter().map(|table| table.name.clone()));
        ordered.extend(ready);
        waiting = others;
    }
    Ok(ordered)
}

/// Refuses sides that have not the same tables with the same columns.
pub(super) fn compare(source: &[Table], target: &[Table]) -> Result<(), CopyError> {
    let named = |tables: &[Table], name: &str| tables.iter().any(|table| table.name == name);
    if let Some(table) = target.iter().find(|table| !named(source, &table.name)) {
        return Err(CopyError::ForeignTable(table.name.clone()));
    }
    for table in source {
        let Some(twin) = target.iter().find(|twin| twin.name == table.name) else {
            return Err(CopyError::UnknownTable(table.name.clone()));
        };
        let has_all = |one: &Table, other: &Table| {
            let same = |a: &Column, b: &Column| a.name == b.name && a.kind == b.kind;
            one.columns.iter().all(|column| other.columns.iter().any(|twin| same(column, twin)))
        };
        if !has_all(table, twin) || !has_all(twin, table) {
            return Err(CopyError::Columns(table.name.clone()));
        }
    }
    Ok(())
}

impl Table {
    pub fn select(&self) -> String {
        format!("select {} from {}", self.column_names(), quoted(&self.name))
    }

    pub fn insert(&self) -> String {
        let places: Vec<String> = (1..=self.columns.len()).map(|number| format!("${number}")).collect();
        format!("insert into {} ({}) values ({})", quoted(&self.name), self.column_names(), places.join(", "))
    }

    pub fn copy_in(&self) -> String {
        format!("copy {} ({}) from stdin (format binary)", quoted(&self.name), self.column_names())
    }

    pub fn kinds(&self) -> Vec<Kind> {
        self.columns.iter().map(|column| column.kind).collect()
    }

    pub fn is_empty(&self, c: &mut Connection<'_>) -> Result<bool, DbError> {
        let mut holds_rows = false;
        let sql = format!("select exists (select 1 from {})", quoted(&self.name));
        c.stream(&sql, &mut |row| {
            holds_rows = row.get(0)?;
            Ok(())
        })?;
        Ok(!holds_rows)
    }

    fn column_names(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| quoted(&column.name)).collect();
        names.join(", ")
    }
}

/// A name from the catalogue as a part of a statement.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The same as a text.
pub(super) fn literal(name: &str) -> String {
    format!("'{}'", name.replace('\'', "''"))
}
