import type { LoyaltyEntry } from '@/api/generated';

const numberFormat = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' });

/** '+10', '-1,250'. */
export const signed = (points: number): string => numberFormat.format(points);

/** What an entry is, in a few words. */
export function entryTitle({ kind, service }: Pick<LoyaltyEntry, 'kind' | 'service'>): string {
  switch (kind) {
    case 'earned':
      return service ? `Earned with ${service}` : 'Earned';
    case 'redeemed':
      return 'Redeemed';
    case 'adjusted':
      return 'Adjusted';
    case 'reversed':
      return 'Taken back';
    case 'expired':
      return 'Expired';
  }
}

/** Whether another entry can take this one back. */
export const canBeReversed = ({
  kind,
  is_reversed,
}: Pick<LoyaltyEntry, 'kind' | 'is_reversed'>): boolean =>
  !is_reversed && (kind === 'earned' || kind === 'redeemed' || kind === 'adjusted');
