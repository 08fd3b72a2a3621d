import { colour, font } from '@/theme/tokens';

/** Puts colours and fonts where a stylesheet finds them, each by its own name: `var(--ink)`. */
export function putTokens(style: CSSStyleDeclaration): void {
  for (const [name, value] of Object.entries({ ...colour, ...font }))
    style.setProperty(`--${name}`, value);
}
