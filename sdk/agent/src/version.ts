/**
 * The version of this contract. A plugin names the range it was written for in package.json (`svc.sdk: "^1.0"`); the
 * agent refuses one that does not fit, without importing it.
 */
export const agentSdkVersion = '1.0.0'
