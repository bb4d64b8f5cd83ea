import {
  ADTS,
  type AudioCodec,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  type VideoCodec,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import type { FilmKind } from './renditions.ts'

/** A file type that we write, and the codecs it may contain: those that browsers play. */
type FilmFormat = {
  readonly format: () => OutputFormat
  readonly video: readonly VideoCodec[]
  readonly audio: readonly AudioCodec[]
}

// No Vorbis: its decoder needs the comments that were written into the file.
const mp4: FilmFormat = {
  format: () => new Mp4OutputFormat(),
  video: ['avc', 'hevc', 'vp9', 'av1'],
  audio: ['aac', 'mp3', 'opus'],
}

const written: Readonly<Record<FilmKind, FilmFormat>> = {
  mp4,
  m4a: { ...mp4, video: [] },
  webm: { format: () => new WebMOutputFormat(), video: ['vp8', 'vp9', 'av1'], audio: ['opus'] },
  mp3: { format: () => new Mp3OutputFormat(), video: [], audio: ['mp3'] },
  ogg: { format: () => new OggOutputFormat(), video: [], audio: ['opus'] },
  wav: {
    format: () => new WavOutputFormat(),
    video: [],
    audio: ['pcm-u8', 'pcm-s16', 'pcm-s24', 'pcm-s32', 'pcm-f32'],
  },
}

/** The formats we read. No playlists among them: they refer to other files. */
const formats = [MP4, QTFF, WEBM, MP3, WAVE, OGG, ADTS]

/** Two hours of sound, or of film: a file of a few kilobytes may claim thousands of millions. */
const mostPackets = 300_000

/**
 * Remuxes a film or a sound: its encoded pictures and sound, their timing and orientation, and nothing else;
 * no place, device, title or text, no further track, and no bytes before, between or after. Nothing is
 * decoded. A truncated one goes as far as it goes. Undefined when it contains nothing, or something that
 * browsers do not play.
 */
export async function writeFilm(film: Buffer, kind: FilmKind): Promise<Buffer | undefined> {
  try {
    const input = new Input({ source: new BufferSource(film), formats })
    const target = new BufferTarget()
    await copy(input, new Output({ format: written[kind].format(), target }), {
      ...written[kind],
      spend: allowance(film.length),
    })
    return target.buffer ? Buffer.from(target.buffer) : undefined
  } catch {
    return undefined
  }
}

type CopyOptions = Pick<FilmFormat, 'video' | 'audio'> & { readonly spend: (bytes: number) => void }

/** @throws Error when not all of it can be copied. */
async function copy(
  input: Input,
  output: Output,
  { video, audio, spend }: CopyOptions,
): Promise<void> {
  const seen = await input.getPrimaryVideoTrack({ filter: isCodedIn(video) })
  const heard = await input.getPrimaryAudioTrack({ filter: isCodedIn(audio) })
  // Without its sound a film could misrepresent what was filmed.
  if (!seen && (await input.getVideoTracks()).length > 0) throw new Error('No browser shows it')
  if (!heard && (await input.getAudioTracks()).length > 0) throw new Error('No browser plays it')
  const copies = [
    ...(seen ? [await copyPictures(seen, output)] : []),
    ...(heard ? [await copySound(heard, output)] : []),
  ]
  await output.start()
  const counts = await Promise.all(copies.map((go) => go(spend)))
  if (counts.every((count) => count === 0)) throw new Error('Nothing is in it')
  await output.finalize()
}

const isCodedIn =
  (codecs: readonly string[]) =>
  async (track: InputTrack): Promise<boolean> =>
    codecs.includes((await track.getCodec()) ?? '')

/** Returns how many packets there were. */
type PacketCopy = (spend: CopyOptions['spend']) => Promise<number>

async function copyPictures(track: InputVideoTrack, output: Output): Promise<PacketCopy> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()]
  if (!codec || !decoderConfig) throw new Error('Nothing says how to show it')
  const source = new EncodedVideoPacketSource(codec)
  const [rotation, flip] = [await track.getRotation(), await track.getFlip()]
  output.addVideoTrack(source, { rotation, flip })
  return passOn(track, source, { decoderConfig })
}

async function copySound(track: InputAudioTrack, output: Output): Promise<PacketCopy> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()]
  if (!codec || !decoderConfig) throw new Error('Nothing says how to play it')
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  return passOn(track, source, { decoderConfig })
}

/** The sink for packets of one kind, with what a decoder has to know. */
type PacketSource<Known> = {
  add(packet: EncodedPacket, known: Known): Promise<void>
  close(): void
}

function passOn<Known>(track: InputTrack, source: PacketSource<Known>, known: Known): PacketCopy {
  return async (spend) => {
    let count = 0
    for await (const packet of packetsOf(track, spend)) {
      await source.add(packet, known)
      count += 1
    }
    source.close()
    return count
  }
}

/** The packets of a track, without their side data. */
async function* packetsOf(track: InputTrack, spend: CopyOptions['spend']) {
  for await (const packet of new EncodedPacketSink(track).packets()) {
    spend(packet.byteLength)
    const { data, type, timestamp, duration } = packet
    yield new EncodedPacket(data, type, timestamp, duration)
  }
}

/** Packets may overlap in a file, and expand to more than any disk holds. */
function allowance(mostBytes: number): (bytes: number) => void {
  let [bytesLeft, packetsLeft] = [mostBytes, mostPackets]
  return (bytes) => {
    bytesLeft -= bytes
    packetsLeft -= 1
    if (bytesLeft < 0 || packetsLeft < 0) throw new Error('There is more in it than it holds')
  }
}
