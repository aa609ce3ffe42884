/** TOTP codes as an authenticator app makes them, for the tests of plugins. */
export { Secret, TOTP } from 'otpauth'
