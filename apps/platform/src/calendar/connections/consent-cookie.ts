import { createBrowserCookie } from '../../http/browser-cookie.ts';

/** The cookie that binds a consent to the browser that began it. */
export const consentCookie = createBrowserCookie('calendar-consent');
