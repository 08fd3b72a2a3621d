import { createContext } from 'react';
import type { RouteObject } from 'react-router';

/** Every screen by its address, for what has to know them all. */
export const Screens = createContext<RouteObject[]>([]);
