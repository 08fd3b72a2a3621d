import { Activity, use, useEffect, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { matchRoutes } from 'react-router';

import { Screens } from '@/app/Screens';
import { sections } from '@/app/sections';

/** The screens of a patient: of nobody here, so that they are drawn as they are before the patient is known. */
const records = ['/patients/-', '/gfe/-', '/gfe-estimate/-'];

/** For how long, in ms, a screen is left to itself before the others are rehearsed. */
const settled = 1_000;

/**
 * Draws each screen of the menu once, where nobody sees it, while the one in front of the reader rests: a slow tablet takes twice as long for
 * what it draws for the first time, its code, its styles and all. React draws what is hidden in slices of 5 ms, after everything else,
 * and runs none of its effects: nothing is asked of the server, and so nothing is in the audit that nobody looked at. What fails there ends
 * there as well, whatever boundary stands around it.
 */
export function Rehearsal() {
  const screens = use(Screens);
  const [Screen, rehearse] = useState<ComponentType>();
  // Beside the page, not in it: what is rehearsed is found by nobody, a reader of the screen or a search on the page.
  const [stage] = useState(() => document.createElement('div'));

  useEffect(() => {
    const left = new AbortController();
    void (async () => {
      await after(settled);
      for (const to of [...sections.map((section) => section.to), ...records]) {
        await rest();
        const load = matchRoutes(screens, to)?.at(-1)?.route.lazy;
        if (left.signal.aborted || typeof load !== 'function') return;
        const { Component } = await load();
        if (left.signal.aborted) return;
        if (Component) rehearse(() => Component);
        await after(drawn);
      }
      rehearse(undefined);
    })().catch(() => {
      // Its code could not be fetched: the way there tells of it.
    });
    return () => left.abort();
  }, [screens]);

  return <Activity mode="hidden">{Screen && createPortal(<Screen />, stage)}</Activity>;
}

/** What a slow tablet needs for a screen, in ms. */
const drawn = 300;

const after = (ms: number) => new Promise<void>((over) => void setTimeout(over, ms));

/** When the browser has nothing else to do; Safari does not tell. */
const rest = () => new Promise<void>((rested) => ('requestIdleCallback' in window ? void requestIdleCallback(() => rested()) : rested()));
