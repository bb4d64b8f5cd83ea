import { expect, test } from 'vitest'
import { checkAddress, isPublicAddress } from './public-address.ts'

test.each([
  ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1'],
  ...[
    '169.254.169.254',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
  ],
  ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:a00:1', 'fe80::1', 'fc00::1', 'fec0::1'],
  ...[
    'fd00:ec2::254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'ff02::1',
    '2001:db8::1',
  ],
  ...['', 'localhost', '1.2.3.4.5'],
])('takes %s for no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])(
  'takes %s for a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  ...['https://localhost/', 'https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/'],
  ...[
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
  ],
])('refuses %s', async (url) => {
  const checked = await checkAddress(new URL(url), { privateNetworks: false })
  expect(checked).toEqual({ fault: 'private' })
})

test('wants https unless private networks are allowed', async () => {
  const url = new URL('http://127.0.0.1/')
  expect(await checkAddress(url, { privateNetworks: false })).toEqual({ fault: 'not-https' })
  expect(await checkAddress(url, { privateNetworks: true })).toEqual({ address: '127.0.0.1' })
})
