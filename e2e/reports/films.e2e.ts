import { readFile, writeFile } from 'node:fs/promises'
import { expect, type Page, type TestInfo } from '@playwright/test'
import { film, sound } from '#features/notes/server/testing-films.ts'
import { nameOf, type Phone, type Station } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'films' })

const station: Station = ['AG-P', 1]

/** A film, and its length in seconds. */
type Film = { readonly bytes: Buffer; readonly lasts: number }

/**
 * Records a film with motion and sound in the browser, as a phone does, for a second and a half; longer on a
 * busy machine.
 */
async function record(page: Page): Promise<Film> {
  const { base64, lasts } = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d')
    let nth = 0
    const drawing = setInterval(() => {
      nth += 5
      if (pen) pen.fillStyle = `hsl(${nth} 80% 50%)`
      pen?.fillRect(0, 0, canvas.width, canvas.height)
    }, 40)
    const sound = new AudioContext()
    const tone = sound.createOscillator()
    const out = sound.createMediaStreamDestination()
    tone.connect(out)
    tone.start()
    const tracks = [...canvas.captureStream(25).getTracks(), ...out.stream.getTracks()]
    const recorder = new MediaRecorder(new MediaStream(tracks), {
      mimeType: 'video/webm;codecs=vp8,opus',
    })
    const parts: Blob[] = []
    const from = performance.now()
    await new Promise((resolve) => {
      recorder.onstop = resolve
      recorder.ondataavailable = ({ data }) => {
        if (parts.push(data) === 15) recorder.stop()
      }
      recorder.start(100)
    })
    const lasts = (performance.now() - from) / 1000
    clearInterval(drawing)
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return { base64: btoa(String.fromCharCode(...bytes)), lasts }
  })
  return { bytes: Buffer.from(base64, 'base64'), lasts }
}

/** Its length, in seconds; 0 while the browser does not know. */
const lengthOf = (player: HTMLElement | SVGElement) =>
  player instanceof HTMLMediaElement && player.readyState >= 1 ? player.duration : 0

/** Plays it from near its end, as after seeking. */
const playTheEnd = async (player: HTMLElement | SVGElement) => {
  if (!(player instanceof HTMLMediaElement)) return
  player.muted = true
  player.currentTime = player.duration - 0.3
  await player.play()
  await new Promise((resolve) => player.addEventListener('ended', resolve))
}

type Sender = (person: number) => Promise<Phone>

/** Sends a note with each kind of file, and opens them all. */
async function sendAndOpen(page: Page, phone: Sender, person: number, info: TestInfo) {
  const filmed = await record(page)
  const files = {
    film: filmed.bytes,
    sound: await sound.wav(),
    broken: (await film.mp4()).subarray(0, 600),
    foreign: Buffer.from('RIFF0000AVI LIST'),
  }
  const sender = await phone(person)
  for (const [text, bytes] of Object.entries(files)) {
    const image = info.outputPath(text)
    await writeFile(image, bytes)
    await sender.note(station, { text, image })
  }
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: nameOf(person) }).click()
  await page.getByRole('tab', { name: /^Note/ }).click()
  return { files, filmed }
}

test(
  'plays film and sound in place, and offers broken or unsupported files as downloads',
  { tag: '@slow' },
  async ({ page, phone }, info) => {
    const { files, filmed } = await sendAndOpen(page, phone, 2, info)
    const note = (text: string) => page.getByRole('article').filter({ hasText: text })

    await test.step('plays our version and offers the original', async () => {
      for (const [text, label, ending, lasts] of [
        ['film', 'Film of the note: photo.png', 'webm', filmed.lasts],
        ['sound', 'Recording of the note: photo.png', 'wav', 1],
      ] as const) {
        const player = note(text).getByLabel(label)
        await expect(player).toHaveAttribute('src', new RegExp(`-shown\\.${ending}$`))
        await expect.poll(() => player.evaluate(lengthOf)).toBeCloseTo(lasts, 0)
        await expect(note(text).getByText('Being prepared…')).toHaveCount(0)
        await player.evaluate(playTheEnd)
        const downloading = page.waitForEvent('download')
        await note(text).getByRole('link', { name: 'Download the original' }).click()
        expect((await readFile(await (await downloading).path())).equals(files[text])).toBe(true)
      }
    })

    await test.step('explains an unplayable file and downloads it unchanged', async () => {
      for (const [text, says] of [
        ['broken', 'The recording could not be played.'],
        ['foreign', 'AVI recordings cannot be played here'],
      ] as const) {
        await expect(note(text)).toContainText(says)
        await expect(note(text).locator('video, audio')).toHaveCount(0)
        const downloading = page.waitForEvent('download')
        await note(text).getByRole('link', { name: 'photo.png' }).click()
        expect((await readFile(await (await downloading).path())).equals(files[text])).toBe(true)
      }
    })

    await test.step('passes accessibility checks', () => expectNoViolations(page))
  },
)

test.describe(() => {
  test.use({ language: 'ro', viewport: sizes.phone, colorScheme: 'dark' })

  test(
    'shows the same messages on a phone, in the dark and in Romanian',
    { tag: '@slow' },
    async ({ page, phone }, info) => {
      await sendAndOpen(page, phone, 3, info)

      for (const says of [
        'Înregistrarea nu a putut fi redată. Ce s-a trimis este păstrat și poate fi descărcat.',
        'O înregistrare AVI nu se poate reda aici, dar poate fi descărcată.',
      ])
        await expect(page.getByText(says)).toBeVisible()
      await expect(page.getByLabel('Film la notă: photo.png')).toBeVisible()
      await expect(page.getByLabel('Înregistrare la notă: photo.png')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Descarcă originalul' })).toHaveCount(2)
      await expect(page.getByText('Se pregătește…')).toHaveCount(0)
      await expectNoViolations(page)
    },
  )
})
