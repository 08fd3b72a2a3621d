/** From this width on, that of a tablet held across, what needs attention stands beside the day. */
export const wide = '@media (min-width: 1180px)';
