/**
 * Follow-ups: some days after a visit somebody asks the client how it went and ticks it off. Also the clients who are
 * due for the next visit.
 */
export { DueFollowUps } from '@/features/follow-ups/lazyParts';
