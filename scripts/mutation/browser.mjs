// Faults that only a browser shows. `run` is what Playwright is given: specs and the project's size.
export const browser = [];
