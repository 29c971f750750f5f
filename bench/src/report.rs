//! What a section found, as a small table.

use std::fmt;

pub struct Section {
    pub title: String,
    /// The first names the rows, the others their figures.
    pub columns: &'static [&'static str],
    pub rows: Vec<Row>,
    /// What the reader must know to judge the figures.
    pub notes: Vec<String>,
}

pub struct Row {
    pub name: String,
    pub figures: Vec<String>,
    pub goal: Option<Goal>,
}

pub enum Goal {
    /// The least that a ratio should be.
    Ratio {
        ratio: f64,
        at_least: f64,
    },
    AtLeast {
        figure: f64,
        at_least: f64,
    },
    AtMost {
        figure: f64,
        at_most: f64,
    },
    /// The longest that something should take.
    Millis {
        millis: f64,
        below: f64,
    },
    /// The longest that something should take, and the most it should grow with its data.
    Scale {
        millis: f64,
        below: f64,
        growth: f64,
        at_most: f64,
    },
}

impl Goal {
    fn is_met(&self) -> bool {
        match *self {
            Goal::Ratio { ratio, at_least } => ratio >= at_least,
            Goal::AtLeast { figure, at_least } => figure >= at_least,
            Goal::AtMost { figure, at_most } => figure <= at_most,
            Goal::Millis { millis, below } => millis < below,
            Goal::Scale { millis, below, growth, at_most } => millis < below && growth <= at_most,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Ratio { at_least, .. } => write!(out, "goal ≥ {at_least}×: ")?,
            Goal::AtLeast { at_least, .. } => write!(out, "goal ≥ {at_least}: ")?,
            Goal::AtMost { at_most, .. } => write!(out, "goal ≤ {at_most}: ")?,
            Goal::Millis { below, .. } => write!(out, "goal < {below} ms: ")?,
            Goal::Scale { below, at_most, .. } => write!(out, "goal < {below} ms, ≤ {at_most}×: ")?,
        }
        out.write_str(if self.is_met() { "met" } else { "MISSED" })
    }
}

impl Section {
    pub fn goals_missed(&self) -> usize {
        self.rows.iter().filter_map(|row| row.goal.as_ref()).filter(|goal| !goal.is_met()).count()
    }
}

impl fmt::Display for Section {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.rows.iter().map(|row| row.name.chars().count());
        let first = names.chain([self.columns[0].chars().count()]).max().unwrap_or_default();
        let widths: Vec<usize> = (1..self.columns.len())
            .map(|column| {
                let figures = self.rows.iter().filter_map(|row| row.figures.get(column - 1));
                let longest = figures.map(|figure| figure.chars().count()).max().unwrap_or_default();
                longest.max(self.columns[column].chars().count())
            })
            .collect();
        writeln!(out, "{}", self.title)?;
        write!(out, "  {:first$}", self.columns[0])?;
        for (column, width) in self.columns[1..].iter().zip(&widths) {
            write!(out, "  {column:>width$}")?;
        }
        for row in &self.rows {
            write!(out, "\n  {:first$}", row.name)?;
            for (figure, width) in row.figures.iter().zip(&widths) {
                write!(out, "  {figure:>width$}")?;
            }
            if let Some(goal) = &row.goal {
                write!(out, "  {goal}")?;
            }
        }
        for note in &self.notes {
            write!(out, "\n  {note}")?;
        }
        Ok(())
    }
}

/// 1234567.8 → "1 234 568".
pub fn whole(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

pub fn times(ratio: f64) -> String {
    format!("{ratio:.2}×")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_goal_is_counted_and_said() {
        let row = |ratio| Row { name: "x".into(), figures: vec![], goal: Some(Goal::Ratio { ratio, at_least: 0.5 }) };
        let section = Section { title: "t".into(), columns: &["", "n"], rows: vec![row(0.6), row(0.4)], notes: vec![] };
        assert_eq!(section.goals_missed(), 1);
        assert!(section.to_string().contains("MISSED"));
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(whole(1_234_567.8), "1 234 568");
        assert_eq!(whole(12.4), "12");
    }
}
