/** A separate module for lazy loading: the bundler resolves named exports only in static imports. */
export { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push'
