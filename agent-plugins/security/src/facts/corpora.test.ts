import { describe, expect, it } from 'vitest'
import { parseSyslogLine } from '../log/syslog-line.ts'
import { parseFact } from './parse-fact.ts'

/** 2026-11-25 */
const now = Date.parse('2026-11-25T00:00:00Z') / 1000

/** What a line of a log file says, in short. */
function summaryOf(line: string): string | undefined {
  const entry = parseSyslogLine(line, now)
  if (!entry) return 'no header'
  const { fact, times } = parseFact(entry.program, entry.message) ?? {}
  if (!fact) return undefined
  const { kind } = fact
  const suffix = times === 1 ? '' : ` x${times}`
  if (kind === 'accepted') return `${fact.user} from ${fact.ip}:${fact.port} by ${fact.method}${suffix}`
  if (kind === 'failed' || kind === 'ended') {
    return `${kind} ${fact.isInvalidUser ? 'unknown ' : ''}${fact.user} from ${fact.ip}:${fact.port}${suffix}`
  }
  if (kind === 'sudo') return `${fact.user} ${fact.program} ${fact.target}: ${fact.outcome} x${fact.count}`
  if (kind === 'packet') return `${fact.protocol} ${fact.ip} to ${fact.port}${fact.isBlocked ? ' blocked' : ''}`
  return `password of ${fact.user}`
}

// The forms of lines are those that these systems write; names and addresses are invented.
describe.each<[system: string, lines: readonly (readonly [line: string, summary: string | undefined])[]]>([
  [
    'Debian 11 with rsyslog, /var/log/auth.log',
    [
      [
        'Nov 24 06:25:01 web-1 CRON[811]: pam_unix(cron:session): session opened for user root(uid=0) by (uid=0)',
        undefined,
      ],
      [
        'Nov 24 08:01:12 web-1 sshd[1201]: Accepted publickey for alice from 198.51.100.7 port 50122 ssh2: ED25519 SHA256:qmS5',
        'alice from 198.51.100.7:50122 by publickey',
      ],
      [
        'Nov 24 08:01:12 web-1 sshd[1201]: pam_unix(sshd:session): session opened for user alice(uid=1000) by (uid=0)',
        undefined,
      ],
      [
        'Nov 24 08:01:30 web-1 sshd[1202]: Accepted publickey for deploy from 198.51.100.8 port 50130 ssh2: ED25519-CERT SHA256:aB3 ID deploy@ci (serial 7) CA ED25519 SHA256:cD4',
        'deploy from 198.51.100.8:50130 by publickey',
      ],
      [
        'Nov 24 08:01:31 web-1 sshd[1203]: Postponed publickey for alice from 198.51.100.7 port 50124 ssh2 [preauth]',
        undefined,
      ],
      [
        'Nov 24 08:01:32 web-1 sshd[1203]: Partial publickey for alice from 198.51.100.7 port 50124 ssh2: ED25519 SHA256:qmS5',
        undefined,
      ],
      [
        'Nov  4 08:02:40 web-1 sshd[1210]: Failed password for root from 203.0.113.9 port 41514 ssh2',
        'failed root from 203.0.113.9:41514',
      ],
      [
        'Nov 24 08:02:41 web-1 sshd[1210]: message repeated 4 times: [ Failed password for root from 203.0.113.9 port 41514 ssh2]',
        'failed root from 203.0.113.9:41514 x4',
      ],
      [
        'Nov 24 08:02:43 web-1 sshd[1210]: error: maximum authentication attempts exceeded for root from 203.0.113.9 port 41514 ssh2 [preauth]',
        undefined,
      ],
      [
        'Nov 24 08:02:43 web-1 sshd[1210]: Disconnecting authenticating user root 203.0.113.9 port 41514: Too many authentication failures [preauth]',
        undefined,
      ],
      [
        'Nov 24 08:03:00 web-1 sshd[1222]: Invalid user oracle from 203.0.113.9 port 41700',
        'ended unknown oracle from 203.0.113.9:41700',
      ],
      [
        'Nov 24 08:03:02 web-1 sshd[1222]: pam_unix(sshd:auth): authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=203.0.113.9 ',
        undefined,
      ],
      [
        'Nov 24 08:03:04 web-1 sshd[1222]: Failed password for invalid user oracle from 203.0.113.9 port 41700 ssh2',
        'failed unknown oracle from 203.0.113.9:41700',
      ],
      [
        'Nov 24 08:03:05 web-1 sshd[1222]: Connection closed by invalid user oracle 203.0.113.9 port 41700 [preauth]',
        'ended unknown oracle from 203.0.113.9:41700',
      ],
      [
        'Nov 24 08:03:09 web-1 sshd[1225]: Received disconnect from 203.0.113.9 port 41702:11: Bye Bye [preauth]',
        undefined,
      ],
      [
        'Nov 24 08:03:09 web-1 sshd[1225]: Disconnected from authenticating user root 203.0.113.9 port 41702 [preauth]',
        'ended root from 203.0.113.9:41702',
      ],
      ['Nov 24 08:03:10 web-1 sshd[1226]: Connection closed by 203.0.113.9 port 41704 [preauth]', undefined],
      [
        'Nov 24 08:03:11 web-1 sshd[1227]: Unable to negotiate with 203.0.113.9 port 41706: no matching host key type found. Their offer: ssh-rsa [preauth]',
        undefined,
      ],
      ['Nov 24 08:03:12 web-1 sshd[1228]: kex_exchange_identification: Connection closed by remote host', undefined],
      [
        'Nov 24 08:03:13 web-1 sshd[1229]: User backup from 203.0.113.9 not allowed because not listed in AllowUsers',
        undefined,
      ],
      [
        'Nov 24 08:03:14 web-1 sshd[1230]: PAM 2 more authentication failures; logname= uid=0 euid=0 tty=ssh ruser= rhost=203.0.113.9  user=root',
        undefined,
      ],
      [
        'Nov 24 08:05:00 web-1 sudo:    alice : TTY=pts/0 ; PWD=/home/alice ; USER=root ; COMMAND=/usr/bin/apt update',
        'alice sudo root: used x1',
      ],
      [
        'Nov 24 08:05:00 web-1 sudo: pam_unix(sudo:session): session opened for user root(uid=0) by alice(uid=1000)',
        undefined,
      ],
      [
        'Nov 24 08:06:00 web-1 sudo:      bob : user NOT in sudoers ; TTY=pts/1 ; PWD=/ ; USER=root ; COMMAND=/usr/bin/id',
        'bob sudo root: not_permitted x1',
      ],
      [
        'Nov 24 08:06:30 web-1 sudo:    alice : 3 incorrect password attempts ; TTY=pts/0 ; PWD=/home/alice ; USER=root ; COMMAND=/usr/bin/id',
        'alice sudo root: wrong_password x3',
      ],
      [
        'Nov 24 08:06:31 web-1 sudo:    alice : a password is required ; TTY=pts/0 ; PWD=/home/alice ; USER=root ; COMMAND=/usr/bin/id',
        undefined,
      ],
      [
        'Nov 24 08:06:32 web-1 sudo:    alice : TTY=pts/0 ; CHROOT=/srv/jail ; PWD=/ ; USER=root ; GROUP=adm ; TSID=000001 ; ENV=A=b ; COMMAND=/usr/bin/id',
        'alice sudo root: used x1',
      ],
      [
        'Nov 24 08:06:33 web-1 sudo:    alice : HOST=web-1 ; TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=/usr/bin/id',
        'alice sudo root: used x1',
      ],
      [
        'Nov 24 08:06:34 web-1 sudo:    alice : (command continued) /tmp/a : 3 incorrect password attempts ; TTY=pts/0',
        undefined,
      ],
      ['Nov 24 08:07:00 web-1 su[1300]: (to root) alice on pts/0', 'alice su root: used x1'],
      ['Nov 24 08:07:03 web-1 su[1301]: FAILED SU (to root) bob on pts/1', 'bob su root: wrong_password x1'],
      [
        'Nov 24 08:08:00 web-1 passwd[1310]: pam_unix(passwd:chauthtok): password changed for alice',
        'password of alice',
      ],
    ],
  ],
  [
    'Debian 12 and 13 with rsyslog, /var/log/auth.log',
    [
      [
        '2026-11-24T08:01:12.345678+01:00 web-2 sshd[1201]: Accepted password for bob from 2001:db8:7::2 port 50122 ssh2',
        'bob from 2001:db8:7::2:50122 by password',
      ],
      [
        '2026-11-24T08:02:40.000001+01:00 web-2 sshd-session[1210]: Failed password for invalid user admin from 203.0.113.9 port 41514 ssh2',
        'failed unknown admin from 203.0.113.9:41514',
      ],
      [
        '2026-11-24T08:02:44.000001+01:00 web-2 sshd[700]: drop connection #3 from [203.0.113.9]:41530 on [192.0.2.5]:22 penalty: failed authentication',
        'failed null from 203.0.113.9:41530',
      ],
      [
        '2026-11-24T08:02:45.000001+01:00 web-2 sshd[700]: drop connection #12 from [203.0.113.9]:41540 on [192.0.2.5]:22 past MaxStartups',
        undefined,
      ],
      [
        '2026-11-24T08:02:50.000001+01:00 web-2 sshd-session[1230]: Connection reset by authenticating user root 2001:db8::9 port 42000 [preauth]',
        'ended root from 2001:db8::9:42000',
      ],
      [
        '2026-11-24T08:02:51.000001+01:00 web-2 sshd[700]: Timeout before authentication for connection from 203.0.113.9 to 192.0.2.5, pid = 1231',
        undefined,
      ],
      [
        '2026-11-24T08:02:52.000001+01:00 web-2 sshd-session[1232]: banner exchange: Connection from 203.0.113.9 port 42002: invalid format',
        undefined,
      ],
      [
        '2026-11-24T08:02:53.000001+01:00 web-2 sshd-session[1233]: Received disconnect from 203.0.113.9 port 42004:11: Bye Bye [preauth]',
        undefined,
      ],
      [
        '2026-11-24T08:03:00.000001+01:00 web-2 chpasswd[1240]: pam_unix(chpasswd:chauthtok): password changed for bob',
        'password of bob',
      ],
      [
        '2026-11-24T08:05:00.123456+01:00 web-2 sudo:    alice : PWD=/ ; USER=postgres ; COMMAND=/usr/bin/psql',
        'alice sudo postgres: used x1',
      ],
      [
        '2026-11-24T08:06:00.123456+01:00 web-2 kernel: [UFW BLOCK] IN=eth0 OUT= MAC=52:54 SRC=203.0.113.9 DST=192.0.2.5 LEN=44 TOS=0x00 PREC=0x00 TTL=240 ID=54321 PROTO=TCP SPT=50000 DPT=8443 WINDOW=65535 RES=0x00 SYN URGP=0 ',
        'TCP 203.0.113.9 to 8443 blocked',
      ],
    ],
  ],
  [
    'RHEL, Rocky and Alma, /var/log/secure',
    [
      [
        'Nov 24 08:01:12 db-1 sshd[3001]: Accepted keyboard-interactive/pam for carol from 198.51.100.20 port 40000 ssh2',
        'carol from 198.51.100.20:40000 by keyboard_interactive',
      ],
      [
        'Nov 24 08:01:12 db-1 sshd[3001]: Accepted gssapi-with-mic for dave from 198.51.100.21 port 40001 ssh2: dave@EXAMPLE.COM',
        'dave from 198.51.100.21:40001 by other',
      ],
      [
        'Nov 24 08:02:00 db-1 sshd[3010]: Failed keyboard-interactive/pam for root from 203.0.113.40 port 4000 ssh2',
        'failed root from 203.0.113.40:4000',
      ],
      ['Nov 24 08:02:00 db-1 sshd[3010]: error: PAM: Authentication failure for root from 203.0.113.40', undefined],
      [
        'Nov 24 08:02:01 db-1 sshd[3010]: error: PAM: Authentication failure for illegal user guest from 203.0.113.40',
        undefined,
      ],
      ['Nov 24 08:02:02 db-1 unix_chkpwd[3011]: password check failed for user (root)', undefined],
      [
        'Nov 24 08:02:03 db-1 su[3012]: pam_unix(su-l:session): session opened for user root(uid=0) by carol(uid=1000)',
        undefined,
      ],
      ['Nov 24 08:02:04 db-1 su[3013]: (to root) carol on pts/0', 'carol su root: used x1'],
      ["Nov 24 08:02:05 db-1 passwd[3014]: password for 'carol' changed by 'root'", 'password of carol'],
      [
        'Nov 24 08:02:30 db-1 sshd[3020]: Failed none for invalid user test from 203.0.113.40 port 4002 ssh2',
        undefined,
      ],
      [
        'Nov 24 08:02:31 db-1 sshd[3021]: Failed publickey for root from 203.0.113.40 port 4004 ssh2: RSA SHA256:abc',
        'failed root from 203.0.113.40:4004',
      ],
      [
        'Nov 24 08:02:32 db-1 sshd[3022]: ROOT LOGIN REFUSED FROM 203.0.113.40 port 4006 [preauth]',
        'failed root from 203.0.113.40:4006',
      ],
      [
        'Nov 24 08:03:00 db-1 sudo[3030]:  carol : command not allowed ; TTY=pts/0 ; PWD=/home/carol ; USER=root ; COMMAND=/bin/bash',
        'carol sudo root: not_permitted x1',
      ],
      ['Nov 24 08:04:00 db-1 passwd[3040]: pam_unix(passwd:chauthtok): password changed for root', 'password of root'],
      ["Nov 24 08:04:30 db-1 usermod[3041]: change user 'carol' password", 'password of carol'],
      [
        'Nov 24 08:05:00 db-1 kernel: filter_IN_public_REJECT: IN=eth0 OUT= MAC=52 SRC=203.0.113.41 DST=192.0.2.6 LEN=40 TTL=250 ID=1 PROTO=TCP SPT=4 DPT=23 WINDOW=1024 RES=0x00 SYN URGP=0 ',
        'TCP 203.0.113.41 to 23',
      ],
    ],
  ],
  [
    'Alpine with BusyBox syslogd, /var/log/messages',
    [
      [
        'Nov 24 08:01:12 edge auth.info sshd[2201]: Accepted publickey for root from 198.51.100.7 port 50122 ssh2: RSA SHA256:x',
        'root from 198.51.100.7:50122 by publickey',
      ],
      [
        'Nov 24 08:02:40 edge auth.info sshd[2210]: Failed password for root from 203.0.113.9 port 41514 ssh2',
        'failed root from 203.0.113.9:41514',
      ],
      ['Nov 24 08:02:41 edge daemon.info crond[200]: USER root pid 2222 cmd run-parts /etc/periodic/15min', undefined],
      [
        'Nov 24 08:02:42 edge auth.info sshd-session[2215]: Connection closed by authenticating user root 203.0.113.9 port 41520 [preauth]',
        'ended root from 203.0.113.9:41520',
      ],
      [
        'Nov 24 08:02:43 edge auth.info sshd-session[2216]: Invalid user pi from 203.0.113.9 port 41522',
        'ended unknown pi from 203.0.113.9:41522',
      ],
      [
        'Nov 24 08:03:01 edge authpriv.notice doas: command not permitted for eve: reboot',
        'eve doas null: not_permitted x1',
      ],
      [
        'Nov 24 08:03:00 edge authpriv.notice doas: eve ran command apk update as root from /home/eve',
        'eve doas root: used x1',
      ],
      ['Nov 24 08:03:05 edge authpriv.notice doas: failed auth for eve', 'eve doas null: wrong_password x1'],
      ['Nov 24 08:03:09 edge auth.notice su: + /dev/pts/0 eve:root', 'eve su root: used x1'],
      ['Nov 24 08:03:10 edge auth.notice su: - /dev/pts/0 eve:root', 'eve su root: wrong_password x1'],
      [
        "Nov 24 08:04:00 edge auth.info dropbear[300]: Pubkey auth succeeded for 'root' with ssh-ed25519 key SHA256:abc from 198.51.100.8:43210",
        'root from 198.51.100.8:43210 by publickey',
      ],
    ],
  ],
  [
    'routers and small systems with dropbear',
    [
      ['Nov 24 08:01:12 router dropbear[12]: Child connection from 203.0.113.9:5000', undefined],
      [
        "Nov 24 08:01:13 router dropbear[12]: Bad password attempt for 'root' from 203.0.113.9:5000",
        'failed root from 203.0.113.9:5000',
      ],
      [
        'Nov 24 08:01:14 router authpriv.warn dropbear[12]: Login attempt for nonexistent user from ::ffff:203.0.113.9:5002',
        'failed unknown null from 203.0.113.9:5002',
      ],
      [
        "Nov 24 08:01:15 router dropbear[12]: Login attempt for nonexistent user 'pi' from 2001:db8::9:5004",
        'failed unknown pi from 2001:db8::9:5004',
      ],
      [
        "Nov 24 08:01:16 router dropbear[12]: Exit before auth (user 'root', 10 fails): Max auth tries reached - user 'root' from 203.0.113.9:5000",
        undefined,
      ],
      [
        "Nov 24 08:01:17 router dropbear[13]: Password auth succeeded for 'root' from 198.51.100.9:5010",
        'root from 198.51.100.9:5010 by password',
      ],
      [
        "Nov 24 08:01:18 dropbear[14]: Pubkey auth succeeded for 'root' with key sha1!! 7b:50:93 from 198.51.100.9:5012",
        'root from 198.51.100.9:5012 by publickey',
      ],
      [
        "Nov 24 08:01:19 router dropbear[15]: [15] Nov 24 08:01:19 Bad password attempt for 'root' from 203.0.113.9:5014",
        'failed root from 203.0.113.9:5014',
      ],
      [
        "Nov 24 08:01:20 router dropbear[16]: Exit before auth from <203.0.113.9:5016>: (user 'root', 0 fails): Exited normally",
        'ended root from 203.0.113.9:5016',
      ],
      [
        "Nov 24 08:01:21 router authpriv.info dropbear[17]: Exit before auth from <::ffff:203.0.113.9:5018>: (user 'root', 3 fails): Max auth tries reached - user 'root'",
        'ended root from 203.0.113.9:5018',
      ],
      ['Nov 24 08:01:22 router dropbear[18]: Exit before auth from <203.0.113.9:5020>: Exited normally', undefined],
      ['Nov 24 08:01:23 router dropbear[19]: Exit (root) from <198.51.100.9:5012>: Disconnect received', undefined],
      [
        "Nov 24 08:01:24 router dropbear[20]: Bad PAM password attempt for 'admin' from 2001:db8::9:5022",
        'failed admin from 2001:db8::9:5022',
      ],
      [
        "Nov 24 08:01:25 router dropbear[21]: PAM password auth succeeded for 'admin' from 198.51.100.9:5024",
        'admin from 198.51.100.9:5024 by password',
      ],
    ],
  ],
  [
    'RFC 5424',
    [
      [
        '<38>1 2026-11-24T07:01:12.003Z host sshd 1201 - - Failed password for root from 203.0.113.9 port 41514 ssh2',
        'failed root from 203.0.113.9:41514',
      ],
      [
        '<38>1 2026-11-24T07:01:12Z host sshd 1201 ID [a@1 k="x] \\" y"][b@2] Failed password for root from 203.0.113.9 port 1 ssh2',
        'failed root from 203.0.113.9:1',
      ],
    ],
  ],
])('%s', (_, lines) => {
  it.each(lines)('%s', (line, summary) => expect(summaryOf(line)).toBe(summary))
})

describe('who connects chooses names, and cannot choose addresses', () => {
  const say = (message: string) => summaryOf(`Nov 24 08:02:40 web-1 sshd[1]: ${message}`)
  const own = '203.0.113.9'

  it.each([
    [`Failed password for invalid user root from 192.0.2.1 port 22 ssh2 from ${own} port 5 ssh2`],
    [`Failed password for invalid user from 192.0.2.1 from ${own} port 5 ssh2`],
    [`Failed password for invalid user a: from 192.0.2.1 port 22 ssh2: from ${own} port 5 ssh2`],
    [`Invalid user x from 192.0.2.1 port 22 from ${own} port 5`],
    [`Connection closed by invalid user x 192.0.2.1 port 22 [preauth] ${own} port 5 [preauth]`],
    [`Disconnected from authenticating user 192.0.2.1 port 22 ${own} port 5 [preauth]`],
    [`Invalid user \\nAccepted password for root from 192.0.2.1 port 22 ssh2 from ${own} port 5`],
    [
      `Failed password for invalid user evil\nNov 24 08:02:40 web-1 sshd[1]: Accepted password for root from 192.0.2.1 port 1 ssh2 from ${own} port 5 ssh2`,
    ],
  ])('%o', (message) => {
    expect(say(message)).toContain(`from ${own}:5`)
  })

  it.each([
    [
      'text of the client at the end',
      'Received disconnect from 203.0.113.9 port 5:11: Failed password for root from 192.0.2.1 port 1 ssh2',
    ],
    [
      'text of the client in the middle',
      `Bad protocol version identification 'Accepted password for root from 192.0.2.1 port 1 ssh2' from ${own} port 5`,
    ],
    [
      'a certificate with an address in its id',
      `Failed publickey for invalid user a from ${own} port 5 ssh2: RSA-CERT ID from 192.0.2.1 port 1 ssh2: RSA (serial 0)`,
    ],
    [
      'a name with an address and a key',
      `Failed publickey for invalid user a from 192.0.2.1 port 1 ssh2: RSA from ${own} port 5 ssh2: RSA SHA256:x`,
    ],
    ['a host name instead of an address', 'Failed password for root from attacker.example port 5 ssh2'],
    ['no address', 'Failed password for root from 999.1.1.1 port 5 ssh2'],
  ])('%s counts for nobody', (_, message) => expect(say(message)).toBeUndefined())

  it('a line without a header is no line', () => {
    expect(summaryOf('Failed password for root from 192.0.2.1 port 1 ssh2')).toBe('no header')
    expect(summaryOf(' Nov 24 08:02:40 web-1 sshd[1]: Failed password for root from 192.0.2.1 port 1 ssh2')).toBe(
      'no header',
    )
  })

  it('a message that is longer than these programs write says nothing', () => {
    const used = (length: number) =>
      summaryOf(
        `Nov 24 08:02:40 web-1 sudo: eve : TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=/bin/echo ${'x'.repeat(length)}`,
      )
    expect(used(8000)).toBe('eve sudo root: used x1')
    expect(used(9000)).toBeUndefined()
  })

  it('a program that is not sshd says nothing about sign-ins', () => {
    expect(
      summaryOf('Nov 24 08:02:40 web-1 myapp[1]: Failed password for root from 192.0.2.1 port 1 ssh2'),
    ).toBeUndefined()
  })
})

describe('the time of a line', () => {
  it('without a year is the last one that fits', () => {
    const at = (line: string, seconds: number) =>
      new Date((parseSyslogLine(line, seconds)?.at ?? 0) * 1000).getFullYear()
    const january = new Date(2027, 0, 2).getTime() / 1000
    expect(at('Dec 31 23:59:59 h sshd[1]: x', january)).toBe(2026)
    expect(at('Jan  1 00:00:01 h sshd[1]: x', january)).toBe(2027)
  })

  it('with a zone is exact', () => {
    const entry = parseSyslogLine('2026-11-24T08:01:12.9+01:00 h sshd[1]: x', now)
    expect(entry).toEqual({ at: Date.parse('2026-11-24T07:01:12Z') / 1000, program: 'sshd', message: 'x' })
  })

  it.each(['Foo 24 08:00:00 h sshd[1]: x', '2026-13-24T08:01:12Z h sshd[1]: x', 'Nov 24 h sshd[1]: x'])(
    '%s has none',
    (line) => expect(parseSyslogLine(line, now)).toBeUndefined(),
  )
})
