/** The pages about players, which are loaded together. */
export { LeaderboardPage } from "./leaderboard/leaderboard-page.tsx";
export { PlayerPage } from "./player-page.tsx";
export { ProfilePage } from "./profile/profile-page.tsx";
