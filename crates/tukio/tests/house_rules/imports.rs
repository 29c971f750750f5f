//! Which file of a crate imports which, and the cycles among files and among modules.
//!
//! An edge goes from the file that names a path (`crate::…`, `super::…`, `self::…`, or the name of a module that the file
//! declares or imports) to the file that defines what the path names. A name that a parent passes on (`pub use
//! child::Thing;`) is looked for where it comes from. Neither `mod child;` nor passing on a name of a child is an edge: a
//! parent that only lists its children imports none of them. Tests inside a file are not looked at.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use crate::sources::Source;

/// One file of a crate as a module.
struct Module<'a> {
    source: &'a Source,
    path: Vec<String>,
    /// Modules that have files of their own.
    children: BTreeSet<String>,
    /// Names that are passed on, with the path they come from; `*` for all of a module.
    passed_on: Vec<(String, Vec<String>)>,
}

type Modules<'a> = BTreeMap<Vec<String>, Module<'a>>;

/// From each file or module to those that it imports.
type Edges = BTreeMap<String, BTreeSet<String>>;

/// Files of a crate that import each other, directly or by way of others: a cycle for each set of them.
pub fn cycles_of_files(sources: &[Source]) -> Vec<String> {
    let name = |module: &Module<'_>| module.source.name.clone();
    let graph = |files: &[&Source]| {
        let modules = modules(files);
        let edges = imports(&modules).into_iter().map(|(from, to)| (name(from), name(to)));
        cycles(&collected(edges))
    };
    crates(sources).values().flat_map(|files| graph(files)).collect()
}

/// Modules beside each other, each with all that is below it, that import each other, directly or by way of others.
pub fn cycles_of_modules(sources: &[Source]) -> Vec<String> {
    let graph = |name: &str, files: &[&Source]| {
        let modules = modules(files);
        let edges = imports(&modules).into_iter().filter_map(|(from, to)| {
            let shared = from.path.iter().zip(&to.path).take_while(|(one, other)| one == other).count();
            let beside = |path: &[String]| Some(format!("{name}::{}", path.get(..=shared)?.join("::")));
            Some((beside(&from.path)?, beside(&to.path)?))
        });
        cycles(&collected(edges))
    };
    crates(sources).iter().flat_map(|(name, files)| graph(name, files)).collect()
}

/// The Rust files of each crate that others may import: a binary's first file is no part of its library.
fn crates(sources: &[Source]) -> BTreeMap<&str, Vec<&Source>> {
    let mut crates: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.is_product() && source.name.ends_with(".rs")) {
        if source.file_name() != "main.rs" {
            crates.entry(source.crate_name()).or_default().push(source);
        }
    }
    crates
}

fn collected(edges: impl Iterator<Item = (String, String)>) -> Edges {
    let mut all = Edges::new();
    for (from, to) in edges {
        all.entry(from).or_default().insert(to);
    }
    all
}

/// Which file imports which other one.
fn imports<'m, 'a>(modules: &'m Modules<'a>) -> Vec<(&'m Module<'a>, &'m Module<'a>)> {
    let imported = |module: &'m Module<'a>| {
        let paths = paths_of(module, modules).into_iter();
        let files = paths.filter_map(|path| defining(&path, modules, 0));
        files.filter(move |file| file.path != module.path).map(move |file| (module, file))
    };
    modules.values().flat_map(imported).collect()
}

fn modules<'a>(files: &[&'a Source]) -> Modules<'a> {
    let mut modules: Modules<'a> = files.iter().map(|source| (module_path(source), Module::new(source))).collect();
    for path in modules.keys().cloned().collect::<Vec<_>>() {
        if let Some((name, parent)) = path.split_last()
            && let Some(parent) = modules.get_mut(parent)
        {
            parent.children.insert(name.clone());
        }
    }
    let passed_on: Vec<_> = modules.iter().map(|(path, module)| (path.clone(), passed_on(module))).collect();
    for (path, names) in passed_on {
        modules.entry(path).and_modify(|module| module.passed_on = names);
    }
    modules
}

impl<'a> Module<'a> {
    fn new(source: &'a Source) -> Module<'a> {
        Module { source, path: module_path(source), children: BTreeSet::new(), passed_on: Vec::new() }
    }

    /// A path as it is written in this file, from the root of the crate; `None` if it leads elsewhere.
    fn absolute(&self, written: &str) -> Option<Vec<String>> {
        let mut parts = written.split("::").filter(|part| !part.is_empty()).map(str::to_owned).peekable();
        let first = parts.next()?;
        let mut path = match first.as_str() {
            "crate" => Vec::new(),
            "self" => self.path.clone(),
            "super" => parent(&self.path),
            child if self.children.contains(child) => [self.path.clone(), vec![first]].concat(),
            _ => return None,
        };
        while parts.next_if(|part| part == "super").is_some() {
            path = parent(&path);
        }
        path.extend(parts.filter(|part| part != "self"));
        Some(path)
    }
}

fn parent(path: &[String]) -> Vec<String> {
    path.split_last().map(|(_, parent)| parent.to_vec()).unwrap_or_default()
}

/// `events/src/search/store.rs` is `search::store`, `events/src/search/mod.rs` is `search`, `events/src/lib.rs` the root.
fn module_path(source: &Source) -> Vec<String> {
    let mut path: Vec<String> = source.folders()[1..].iter().map(|folder| (*folder).to_owned()).collect();
    let name = source.file_name().trim_end_matches(".rs");
    if !["lib", "mod"].contains(&name) {
        path.push(name.to_owned());
    }
    path
}

/// What a file passes on of its own children: `pub use` and `pub(crate) use`.
fn passed_on(module: &Module<'_>) -> Vec<(String, Vec<String>)> {
    let statements = uses(&module.source.code).filter(|(before, _)| is_public(before));
    let named = statements.flat_map(|(_, tree)| paths("", tree));
    named
        .filter_map(|written| {
            let (path, alias) =
                written.split_once(" as ").map_or((&*written, None), |(path, alias)| (path, Some(alias)));
            let mut path = module.absolute(path).filter(|path| is_below(path, &module.path))?;
            let last = path.last()?.clone();
            if last == "*" {
                path.pop();
            }
            Some((alias.map_or(last, str::to_owned), path))
        })
        .collect()
}

fn is_below(path: &[String], module: &[String]) -> bool {
    path.len() > module.len() && path.starts_with(module)
}

fn is_public(before: &str) -> bool {
    let line = before.rsplit(['\n', ';', '}']).next().unwrap_or_default().trim();
    line.starts_with("pub")
}

/// Every `use`: what stands before it, and its tree up to the semicolon.
fn uses(code: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_word = |at: usize| !code[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
    let starts = code.match_indices("use ").map(|(at, _)| at).filter(move |at| is_word(*at));
    starts.map(|at| (&code[..at], code[at + 4..].split(';').next().unwrap_or_default().trim()))
}

/// The paths that a text begins with, those of a group one by one, each behind what stands before its group.
fn paths(before: &str, text: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '*');
    let (path, rest) = text.split_at(text.find(|c| !is_path(c)).unwrap_or(text.len()));
    let path = format!("{before}{path}");
    if let Some(group) = rest.strip_prefix('{') {
        return members(group).iter().flat_map(|member| paths(&path, member)).collect();
    }
    let alias = rest.trim_start().strip_prefix("as ").map(|alias| alias.split(|c: char| !is_path(c)).next());
    vec![alias.flatten().map_or(path.clone(), |alias| format!("{path} as {alias}"))]
}

/// What stands between the commas of a group, up to its end.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut members) = (0, 0, Vec::new());
    for (place, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                members.push(group[start..place].trim());
                start = place + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    members.retain(|member| !member.is_empty());
    members
}

/// All that a file names of its own crate, from the root of the crate.
fn paths_of(module: &Module<'_>, modules: &Modules<'_>) -> Vec<Vec<String>> {
    let code = &module.source.code;
    let mut imported: HashMap<String, Vec<String>> = HashMap::new();
    let mut all = Vec::new();
    for (before, tree) in uses(code) {
        for written in paths("", tree) {
            let (path, alias) =
                written.split_once(" as ").map_or((&*written, None), |(path, alias)| (path, Some(alias)));
            let Some(path) = module.absolute(path) else { continue };
            if is_public(before) && is_below(&path, &module.path) {
                continue;
            }
            // Importing a module imports nothing of it yet: what is named behind it does.
            match modules.get(&path).filter(|module| !module.children.is_empty()).and(path.last()) {
                Some(name) => drop(imported.insert(alias.map_or(name.clone(), str::to_owned), path)),
                None => all.push(path),
            }
        }
    }
    for written in inline_paths(code) {
        let first = written.split("::").next().unwrap_or_default();
        match imported.get(first) {
            Some(path) => all.push([path.clone(), written.split("::").skip(1).map(str::to_owned).collect()].concat()),
            None => all.extend(module.absolute(&written)),
        }
    }
    all
}

/// Every path of two parts at least that stands outside a `use`.
fn inline_paths(code: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let without_uses: String = code.split_inclusive(';').filter(|part| !is_use(part)).collect();
    let words = without_uses.split(|c: char| !is_path(c)).filter(|word| word.contains("::") && !word.starts_with(':'));
    words.map(|word| word.trim_end_matches(':').to_owned()).collect()
}

fn is_use(statement: &str) -> bool {
    let line = statement.trim_start();
    line.starts_with("use ") || (line.starts_with("pub") && line.contains("use ") && !line.contains("fn "))
}

/// The module that defines what a path names: the deepest on the way, or the one that it has the name from.
fn defining<'m, 'a>(path: &[String], modules: &'m Modules<'a>, depth: usize) -> Option<&'m Module<'a>> {
    let deepest = (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length]))?;
    let module = &modules[&path[..deepest]];
    // A name that is passed on in a circle does not compile; this ends all the same.
    let Some(name) = path.get(deepest).filter(|_| depth < 8) else { return Some(module) };
    if let Some((_, target)) = module.passed_on.iter().find(|(passed, _)| passed == name) {
        return defining(&[target, &path[deepest + 1..]].concat(), modules, depth + 1);
    }
    let whole = module.passed_on.iter().filter(|(passed, _)| passed == "*");
    let whole = whole.filter_map(|(_, target)| modules.get(target)).find(|module| defines(module, name));
    // A macro stands at the root of its crate, wherever it is written.
    let is_macro = |module: &&Module<'_>| module.source.code.contains(&format!("macro_rules! {name} "));
    Some(whole.or_else(|| modules.values().find(is_macro)).unwrap_or(module))
}

fn defines(module: &Module<'_>, name: &str) -> bool {
    let kinds = ["struct", "enum", "trait", "fn", "const", "static", "type", "union"];
    kinds.iter().any(|kind| module.source.has_word(&format!("{kind} {name}")))
}

/// For each set that reach one another, a shortest cycle through the first of them, and how many there are.
fn cycles(edges: &Edges) -> Vec<String> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        edges.keys().map(|from| (from.as_str(), reached(edges, from))).collect();
    let mut reported: BTreeSet<&str> = BTreeSet::new();
    let mut found = Vec::new();
    for (from, others) in reached.iter().filter(|(from, others)| others.contains(*from)) {
        if reported.contains(from) {
            continue;
        }
        let is_back = |other: &&&str| reached.get(**other).is_some_and(|back| back.contains(from));
        let set: BTreeSet<&str> = others.iter().filter(is_back).copied().collect();
        let cycle = shortest_cycle(edges, from).join(" -> ");
        found.push(format!("{cycle} (of {} that reach one another)", set.len()));
        reported.extend(set);
    }
    found
}

/// Everything that is reached in one step or more.
fn reached<'e>(edges: &'e Edges, from: &str) -> BTreeSet<&'e str> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&str> = edges[from].iter().map(String::as_str).collect();
    while let Some(one) = next.pop() {
        if reached.insert(one) {
            next.extend(edges.get(one).into_iter().flatten().map(String::as_str));
        }
    }
    reached
}

/// The way from one back to itself, if there is any: searched in breadth, so that it is a shortest.
fn shortest_cycle<'e>(edges: &'e Edges, from: &'e str) -> Vec<&'e str> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(one) = queue.pop_front() {
        for next in edges.get(one).into_iter().flatten().map(String::as_str) {
            if next == from {
                let mut way = vec![from];
                let mut step = one;
                while step != from {
                    way.push(step);
                    step = before[step];
                }
                way.push(from);
                way.reverse();
                return way;
            }
            if !before.contains_key(next) {
                before.insert(next, one);
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}
