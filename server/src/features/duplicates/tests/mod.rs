mod check;
mod pairs;
