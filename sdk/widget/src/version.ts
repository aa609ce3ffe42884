/** The version of this surface; a module's `sdkVersion` must accept it. */
export const SDK_VERSION = '1.0.0'
