import type { Stroke } from '@/components/signature/strokes';

/** What a patient has typed and drawn on a form that is not signed yet. */
export interface SignDraft {
  typedName: string;
  relation: string;
  strokes: readonly Stroke[];
}

/** Where that is kept, so that a page that is loaded again shows it. */
export interface SignDraftStore {
  load: () => SignDraft;
  save: (draft: SignDraft) => void;
  clear: () => void;
}

const prefix = 'tablet-draft ';
const blank: SignDraft = { typedName: '', relation: '', strokes: [] };

/**
 * In this tab alone, until the form is signed or the tablet is handed back: a tablet that has slept may load its page again. On a
 * patient's own phone nothing is kept.
 */
export function tabletDraft(token: string): SignDraftStore {
  const key = `${prefix}${token}`;
  return {
    load: () => {
      try {
        return {
          ...blank,
          ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<SignDraft>),
        };
      } catch {
        return blank;
      }
    },
    save: (draft) => sessionStorage.setItem(key, JSON.stringify(draft)),
    clear: () => sessionStorage.removeItem(key),
  };
}

/** Forgets what was entered on every form of the tablet. */
export function clearTabletDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
