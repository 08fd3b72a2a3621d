import { views, type View } from '@/features/appointments/calendar/deskAddress';

/** By member: who shares a browser may like another view. */
const keyOf = (member: number) => `celadon.appointments.view.${member}`;

/** The view that a member used last in this browser, and the list before any other was chosen. */
export function rememberedView(member: number | undefined): View {
  const stored = member === undefined ? null : localStorage.getItem(keyOf(member));
  return views.find((view) => view === stored) ?? 'list';
}

export function rememberView(member: number | undefined, view: View): void {
  if (member !== undefined) localStorage.setItem(keyOf(member), view);
}
