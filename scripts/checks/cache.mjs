// Where a run keeps what the next one can use.
import os from 'node:os';
import path from 'node:path';
import { data } from '../lib/process.mjs';

/** `CELADON_CACHE`; set but empty means that nothing from outside the checkout is used. */
const named = process.env.CELADON_CACHE ?? path.join(os.homedir(), '.cache/celadon');

export const kept = named || data;
