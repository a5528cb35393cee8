import { createBrowserCookie } from '../http/browser-cookie.ts';

/** The cookie that binds a sign-in at a provider to the browser that began it. */
export const ssoCookie = createBrowserCookie('sso');
