/** The price list of estimates and the sessions offered, area by area (specification, section 9). Prices are whole dollars. */
export const areas = [
  {
    key: 'face',
    label: 'Face',
    services: [
      { name: 'Botox per unit', price: 12 },
      { name: 'EZ Gel/Bio-Filler per syringe', price: 650 },
      { name: 'PRP/PRF Facial Rejuvenation per session', price: 450 },
      { name: 'Microneedling per session', price: 300 },
      { name: 'Microneedling+PRP/PRF+HA per session', price: 650 },
      { name: 'Chemical Peel per session', price: 150 },
      { name: 'Other', price: 0 },
    ],
    sessions: ['1', '2', '3', '4', 'Custom'],
  },
  {
    key: 'hair',
    label: 'Hair',
    services: [
      { name: 'PRP Hair Restoration', price: 500 },
      { name: 'PRF Hair Restoration', price: 600 },
      { name: 'Microneedling+PRP/PRF (Scalp)', price: 650 },
      { name: 'Other', price: 0 },
    ],
    sessions: ['1', '3', '6', 'Custom'],
  },
  {
    key: 'hands',
    label: 'Hands',
    services: [
      { name: 'EZ Gel/Bio-Filler per syringe', price: 650 },
      { name: 'PRP/PRF Rejuvenation', price: 450 },
      { name: 'Microneedling', price: 300 },
      { name: 'Other', price: 0 },
    ],
    sessions: ['1', '2', '3', 'Custom'],
  },
  {
    key: 'neck',
    label: 'Neck',
    services: [
      { name: 'PRP/PRF Rejuvenation', price: 450 },
      { name: 'Microneedling', price: 300 },
      { name: 'Microneedling+PRP/PRF+HA', price: 650 },
      { name: 'Other', price: 0 },
    ],
    sessions: ['1', '2', '3', 'Custom'],
  },
  {
    key: 'other',
    label: 'Other',
    services: [
      { name: 'Stretch Mark Treatment', price: 450 },
      { name: 'Scar Revision', price: 400 },
      { name: 'Fat Dissolving Injections per area', price: 350 },
      { name: 'Skin Tightening/Fibroblast', price: 500 },
      { name: 'Other', price: 0 },
    ],
    sessions: ['1', '3', '6', 'Custom'],
  },
] as const;

export type Area = (typeof areas)[number];
export type AreaKey = Area['key'];

/** The choice that lets somebody type how many sessions. */
export const customSessions = 'Custom';

export const defaultQuantity = '1';
export const defaultSessions = '1';

/** A service and its price in dollars. */
export interface Priced {
  name: string;
  price: number | null;
}

/** What the specification's lists of services call otherwise than its price list does. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  'EZ Gel/Bio-Filler per syringe': ['EZ Gel Face', 'EZ Gel Hands'],
  'PRP/PRF Facial Rejuvenation per session': ['PRP/PRF Face'],
};

/** The names of a service on the list, folded: with and without what its price is for. */
const namesOf = ({ name }: Priced) =>
  [name, name.replace(/ per \w+$/, ''), ...(alsoCalled[name] ?? [])].map(fold);
const fold = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();

/** What an area offers, each service once: its own list, and after it those of the clinic's own services that are not on it. */
export function offeredIn(area: Area, catalogue: readonly Priced[]): readonly Priced[] {
  const listed: readonly Priced[] = area.services;
  const offered = new Set(listed.flatMap(namesOf));
  const further = catalogue.filter(({ name }) => {
    const isNew = !offered.has(fold(name));
    offered.add(fold(name));
    return isNew;
  });
  return [...listed, ...further];
}

/** What a service costs; undefined for one that is not on the list, or whose price is agreed. */
export function listPrice(offered: readonly Priced[], service: string): number | undefined {
  return offered.find(({ name }) => name === service)?.price ?? undefined;
}
