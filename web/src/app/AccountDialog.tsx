import { lazyDialog } from '@/components/lazyDialog';

const CalendarFeedDialog = lazyDialog(
  async () => (await import('@/features/calendar-feeds/CalendarFeedDialog')).CalendarFeedDialog,
);
const PasswordDialog = lazyDialog(
  async () => (await import('@/features/account/PasswordDialog')).PasswordDialog,
);
const PinDialog = lazyDialog(async () => (await import('@/features/kiosk/PinDialog')).PinDialog);
const SecondFactorDialog = lazyDialog(
  async () => (await import('@/features/account/SecondFactorDialog')).SecondFactorDialog,
);
const SignInsDialog = lazyDialog(
  async () => (await import('@/features/account/SignInsDialog')).SignInsDialog,
);

/** What the account menu opens a dialog for. */
export type AccountChange = 'password' | 'pin' | 'second-factor' | 'sign-ins' | 'calendar';

interface Props {
  change: AccountChange;
  /** The signed-in member's address. */
  email: string;
  onClose: () => void;
}

/** The dialog for one entry of the account menu. Apart from the menu, because every page's first load has the menu. */
export function AccountDialog({ change, email, onClose }: Props) {
  switch (change) {
    case 'password':
      return <PasswordDialog email={email} onClose={onClose} />;
    case 'pin':
      return <PinDialog onClose={onClose} />;
    case 'second-factor':
      return <SecondFactorDialog onClose={onClose} />;
    case 'sign-ins':
      return <SignInsDialog onClose={onClose} />;
    case 'calendar':
      return <CalendarFeedDialog onClose={onClose} />;
  }
}
