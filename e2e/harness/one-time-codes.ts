/** What an authenticator app does, for tests of plugins. */
export { Secret, TOTP } from 'otpauth'
