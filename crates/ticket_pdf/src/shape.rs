//! Outlines, measured in points from the top left corner of the page.

use pdf_writer::Content;

/// How far the control points of a quarter circle stand from its ends, as a share of the radius (cubic Bézier).
const ARC: f32 = 0.552_284_8;

pub type Point = (f32, f32);

/// A rectangle of the page.
#[derive(Debug, Clone, Copy)]
pub struct Area {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

#[derive(Debug, Default)]
pub struct Shape(Vec<Step>);

#[derive(Debug, Clone, Copy)]
enum Step {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
    Close,
}

impl Shape {
    pub fn polygon(&mut self, corners: &[Point]) {
        let (first, others) = corners.split_first().unwrap_or((&(0.0, 0.0), &[]));
        self.begin(*first);
        self.0.extend(others.iter().map(|corner| Step::Line(*corner)));
        self.close();
    }

    pub fn rect(&mut self, Area { left, top, width, height }: Area) {
        let (right, bottom) = (left + width, top + height);
        self.polygon(&[(left, top), (right, top), (right, bottom), (left, bottom)]);
    }

    pub fn rounded(&mut self, Area { left, top, width, height }: Area, radius: f32) {
        let (right, bottom, reach) = (left + width, top + height, radius * (1.0 - ARC));
        self.begin((left + radius, top));
        self.line((right - radius, top));
        self.curve((right - reach, top), (right, top + reach), (right, top + radius));
        self.line((right, bottom - radius));
        self.curve((right, bottom - reach), (right - reach, bottom), (right - radius, bottom));
        self.line((left + radius, bottom));
        self.curve((left + reach, bottom), (left, bottom - reach), (left, bottom - radius));
        self.line((left, top + radius));
        self.curve((left, top + reach), (left + reach, top), (left + radius, top));
        self.close();
    }

    pub fn begin(&mut self, at: Point) {
        self.0.push(Step::Move(at));
    }

    pub fn line(&mut self, to: Point) {
        self.0.push(Step::Line(to));
    }

    pub fn curve(&mut self, from_bend: Point, to_bend: Point, to: Point) {
        self.0.push(Step::Curve(from_bend, to_bend, to));
    }

    /// Adds a quadratic Bézier curve, from a point that the outline has reached.
    pub fn quadratic(&mut self, from: Point, bend: Point, to: Point) {
        let towards = |end: Point| (end.0 + (bend.0 - end.0) * 2.0 / 3.0, end.1 + (bend.1 - end.1) * 2.0 / 3.0);
        self.curve(towards(from), towards(to), to);
    }

    pub fn close(&mut self) {
        self.0.push(Step::Close);
    }

    /// Writes the outline to a page, to be filled or to clip what follows.
    pub fn trace(&self, content: &mut Content) {
        // A hundredth of a point is finer than any printer: more digits are only bytes.
        let fine = |(x, y): Point| ((x * 100.0).round() / 100.0, (y * 100.0).round() / 100.0);
        for step in &self.0 {
            match *step {
                Step::Move(to) => {
                    let (x, y) = fine(to);
                    content.move_to(x, y)
                }
                Step::Line(to) => {
                    let (x, y) = fine(to);
                    content.line_to(x, y)
                }
                Step::Curve(from_bend, to_bend, to) => {
                    let ((x1, y1), (x2, y2), (x, y)) = (fine(from_bend), fine(to_bend), fine(to));
                    content.cubic_to(x1, y1, x2, y2, x, y)
                }
                Step::Close => content.close_path(),
            };
        }
    }
}
