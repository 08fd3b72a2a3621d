/** What is to be done some days after visits: somebody asks the client how it went and ticks it off. With it, who is due for the next visit. */
export { DueFollowUps } from '@/features/follow-ups/DueFollowUps';
