/**
 * The version of this SDK. A plugin declares the range it needs in package.json (`svc.sdk: "^1.0"`); the agent rejects
 * incompatible plugins without importing them.
 */
export const agentSdkVersion = '1.0.0'
