// A signature of 5 KB as the web app sends it: drawn with a pointer on the pad of a tablet, in Chromium, on white paper.
import fs from 'node:fs';

/** As a data URL; the pictures beside this file are 400 wide and 100 or 120 high. */
export const signature = (height) => `data:image/png;base64,${fs.readFileSync(new URL(`signature-${height}.png`, import.meta.url)).toString('base64')}`;
