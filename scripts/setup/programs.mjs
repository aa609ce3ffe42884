import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './child.mjs'

/** @typedef {{ program: string, packages: string[], purpose: string }} Need */

/**
 * System programs used by tests, and their packages in Debian and Ubuntu. A name is searched in PATH. The browser is the
 * headless shell of Chromium, which loads pages in half the time.
 * @type {Need[]}
 */
const needs = [
  {
    program: '/usr/bin/chromium-headless-shell',
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    purpose: 'browser tests',
  },
  { program: 'ping', packages: ['iputils-ping'], purpose: 'tests of the ICMP probes' },
  { program: '/usr/sbin/dockerd', packages: ['docker.io'], purpose: 'tests of containers' },
  { program: '/usr/bin/podman', packages: ['podman'], purpose: 'tests of containers' },
  { program: '/bin/busybox', packages: ['busybox-static'], purpose: 'tests of containers' },
  { program: 'minisign', packages: ['minisign'], purpose: 'tests of releases' },
