import {
  AdtsOutputFormat,
  ALL_FORMATS,
  type AudioCodec,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  type VideoCodec,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

/** A container with packets in place of frames; no decoder would accept them. */
type Recipe = {
  readonly format: OutputFormat
  readonly video?: VideoCodec
  readonly audio?: AudioCodec
}

/** The location and device metadata that phones write into a file. */
export const personalTexts = ['Telefonul lui Bogdan', '+46.3000+023.7000/'] as const

/** A second of film, of a phone that was held upright. */
export const film = {
  mp4: () => record({ format: new Mp4OutputFormat(), video: 'vp9', audio: 'aac' }),
  mov: () => record({ format: new MovOutputFormat(), video: 'vp9', audio: 'aac' }),
  webm: () => record({ format: new WebMOutputFormat(), video: 'vp8', audio: 'opus' }),
} as const

/** A second of sound. */
export const sound = {
  m4a: async () => branded(await record({ format: new Mp4OutputFormat(), audio: 'aac' }), 'M4A '),
  aac: () => record({ format: new AdtsOutputFormat(), audio: 'aac' }),
  mp3: () => record({ format: new Mp3OutputFormat(), audio: 'mp3' }),
  ogg: () => record({ format: new OggOutputFormat(), audio: 'opus' }),
  wav: () => record({ format: new WavOutputFormat(), audio: 'pcm-s16' }),
} as const

/** Sets the MP4 brand, which identifies the kind of file. */
export function branded(file: Buffer, brand: string): Buffer {
  const copy = Buffer.from(file)
  copy.write(brand, 8, 'latin1')
  return copy
}

async function record({ format, video, audio }: Recipe): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const [title, place] = personalTexts
  output.setMetadataTags({ title, comment: place })
  const pictures = video && new EncodedVideoPacketSource(video)
  if (pictures) output.addVideoTrack(pictures, { rotation: video === 'vp9' ? 90 : 0, name: title })
  const heard = audio && new EncodedAudioPacketSource(audio)
  if (heard) output.addAudioTrack(heard, { name: title })
  await output.start()
  if (pictures) await film30(pictures, video)
  if (heard) await hear(heard, audio)
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

/** Thirty frames; every tenth is a key frame. */
async function film30(source: EncodedVideoPacketSource, codec: VideoCodec): Promise<void> {
  const decoderConfig = {
    codec: codec === 'vp9' ? 'vp09.00.10.08' : 'vp8',
    codedWidth: 64,
    codedHeight: 48,
  }
  for (let nth = 0; nth < 30; nth++) {
    const type = nth % 10 === 0 ? 'key' : 'delta'
    const data = new Uint8Array(100).fill(nth)
    await source.add(new EncodedPacket(data, type, nth / 30, 1 / 30), { decoderConfig })
  }
}

/** Decoder configuration of each audio codec, with the duration, size and first bytes of its packets. */
const heardAs: Readonly<Record<string, Heard>> = {
  aac: { codec: 'mp4a.40.2', description: [0x12, 0x10], samples: 1024, head: [], size: 50 },
  mp3: { codec: 'mp3', samples: 1152, head: [0xff, 0xfb, 0x90, 0x64], size: 417 },
  opus: {
    codec: 'opus',
    description: [...Buffer.from('OpusHead'), 1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0],
    samples: 960,
    // Twenty milliseconds.
    head: [0xfc],
    size: 60,
  },
  'pcm-s16': { codec: 'pcm-s16', samples: 2048, head: [], size: 2048 * 4 },
}

type Heard = {
  readonly codec: string
  readonly description?: readonly number[]
  readonly samples: number
  readonly head: readonly number[]
  readonly size: number
}

async function hear(source: EncodedAudioPacketSource, as: AudioCodec): Promise<void> {
  const { codec, description, samples, head, size } = heardAs[as] as Heard
  const sampleRate = as === 'opus' ? 48_000 : 44_100
  const decoderConfig = {
    codec,
    sampleRate,
    numberOfChannels: 2,
    ...(description && { description: Uint8Array.from(description) }),
  }
  for (let nth = 0; (nth * samples) / sampleRate < 1; nth++) {
    const data = new Uint8Array(size).fill(nth)
    data.set(head)
    const at = (nth * samples) / sampleRate
    const packet = new EncodedPacket(data, 'key', at, samples / sampleRate)
    await source.add(packet, { decoderConfig })
  }
}

/** An MP4 box; players ignore boxes with unknown names. */
export function box(name: string, content: string | Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, Buffer.from(content)])
}

/** The tracks and metadata found in a film. */
export async function examine(bytes: Buffer) {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const tracks = await input.getTracks()
  return {
    tracks: await Promise.all(tracks.map(examineTrack)),
    tags: await input.getMetadataTags(),
  }
}

async function examineTrack(track: InputTrack) {
  const packets: number[] = []
  const times: number[] = []
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets()) {
    packets.push(data.at(-1) ?? 0)
    times.push(Math.round(timestamp * 1000))
  }
  return {
    codec: await track.getCodec(),
    packets,
    times,
    duration: Math.round((await track.computeDuration()) * 100) / 100,
    rotation: track.isVideoTrack() ? await track.getRotation() : 0,
    name: await track.getName(),
  }
}
