/** Says after how many minutes a provider is asked again whether a session may go on. */
export const askMinutes = 15;
