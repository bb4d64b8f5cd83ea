// Written by `npm run db:types` from database/baseline, migrations and functions. Do not edit.

/** Everything that they make and that acts by itself, with a digest of how it is made. */
export const structure = {
  'function answers_refer()':
    '023b03cb6470ed8903e408e3',
  'function content_digest(salt uuid, before jsonb, after jsonb)':
    '0de41e05a43981260ea9d391',
  'function count_station_changes()':
    'd038c23b1827f6799606cf19',
  'function expect_no_orphans()':
    'b62cad212e77a0240adadb8f',
  'function expect_unreferred()':
    'ff9cb7f52ca5ce464c7f1b9b',
  'function expect_unreferred_key()':
    '9420d21aab799ae78b7bfecd',
  'function expect_unreferred_when_empty()':
    '4b1b4cf102dd291e758317d6',
  'function folded(said text)':
    '894f5e72432ba6288d37ec36',
  'function folded_name(said text)':
    '894f5e72432ba6288d37ec36',
  'function hides_content(subject text, act text)':
    '23b8a91693bda0d095a854dc',
  'function hides_name(actor_role text)':
    '701ec492fe4a2744ced49701',
  'function history_refer()':
    '7aab894ca01c82c7090679d7',
  'function hold_observers(observer_ids integer[])':
    'acada88eee91bc12ab1609ea',
  'function hold_visits(election integer, observer_ids integer[], station_ids integer[])':
    '7a55212f23e648414d059a1c',
  'function name_digest(salt uuid, name text)':
    'ef61076016d77e37cb88bb1f',
  'function only_erase()':
    'fbf6d121069921a8965c29a4',
  'function refuse_change()':
    '1f08fbfa6a5e7aa053eb4859',
  'function refuse_orphan(from_table text, to_table text)':
    'b3c9b218729780254470633d',
  'function revise()':
    '01abbb8e8659af1bf2dca9a9',
  'function revise_all_but()':
    'ab00fef7fdc8bd088c2cae52',
  'function still_refers()':
    '66e3c769108e5a4543a25286',
  'function thirds(said text)':
    '7024a442c407efeb90f63556',
  'function try_hold_observer(observer_id integer)':
    'f2f7fb16827843fac848d143',
  'function visits_refer()':
    'ffcfe76a2bd552c7b01ba85e',
  'function words_in(said text)':
    'a1578e000d6fc43023831dc4',
  'table access_keys':
    '1d2699589741872746b2523c',
  'table alert_settings':
    'e38e132de9c4e9a2fd8322e3',
  'table alerts_read':
    '85d7db9b27bbed79be5c9374',
  'table answers':
    '7592c30e78d95d0545576844',
  'table areas':
    '8317aed682d2e175256f8c24',
  'table assignments':
    '0294134084c93ed489b9bf55',
  'table attachments':
    '7eaa2721a24cd2bfdd0129d0',
  'table authenticators':
    'ccc27252c87188c3cfde5da1',
  'table call_holds':
    '3b555f03f6aabf3dcd6ca29d',
  'table calls':
    '4d1820f55dbac5141a29c330',
  'table comments':
    'a907ea15320c83b207990ca6',
  'table corrections':
    '921750cc81c6167afe5799d1',
  'table county_counts':
    '666a09a0467cc3f87d2ab516',
  'table cover_counts':
    '1f482f2b03c43cd37804490d',
  'table coverage_targets':
    'd46a52d18fea5f7ef531b0a6',
  'table deleted_accounts':
    'd6137370ae9abdecaf39b60f',
  'table deliveries':
    'eb5479139460eb839371ab97',
  'table devices':
    '91608b1aca7887a31c19663d',
  'table differences':
    '677e4eec3fe57d7b26513382',
  'table dismissed_suggestions':
    '8dc56acec495e0e28f89ad85',
  'table elections':
    'b9c019841596a8c6c44c6a03',
  'table excuses':
    '9e89be9342d604786428dc0f',
  'table expectation_counts':
    '5d998327591514bee7c22bc2',
  'table expectations':
    'daddc087cdffe0226f1a476c',
  'table failed_checks':
    'fc9eca7cb7228fbb81e97501',
  'table flagged_stations':
    '35da154be110b44bd636657c',
  'table form_copies':
    'dc36306eff6e79cdf6ead89a',
  'table form_sections':
    '8254f8038af645f7426814cc',
  'table form_versions':
    '4c61ed51560bc5772ca9a6e3',
  'table forms':
    '7ea5846ce7864f2b9a17f324',
  'table functions_applied':
    'd593c97cb06761632f6d9b86',
  'table handovers':
    '367696e7963151ebce863e16',
  'table history':
    'afa3309d3f9246af20fe5956',
  'table history_seals':
    '7f09a02b22ebb614ffbfa7c6',
  'table hook_deliveries':
    '3b662c51195f7f274cfe7a31',
  'table hooks':
    'ba66156dbd3740b7e7f2c8c8',
  'table imported_rows':
    '2a89420e638632d07ab9c64a',
  'table imports':
    '772bf5012edd43442a47b6f0',
  'table incident_categories':
    'ffed2e12cf5267da7843ec7f',
  'table incident_notes':
    'c59cc47e2b84893c5c970608',
  'table incident_reports':
    '74338402f24813c4b71528ab',
  'table incidents':
    '27f1f64be52ac76f4548621f',
  'table installation':
    'c6e11c2ccf15e5a809d78482',
  'table invitations':
    '2955454477584b23bb0497f3',
  'table jobs':
    '3036521f721ef752c25dcef9',
  'table kept_files':
    'c5c8f0c6b2844adf42d01267',
  'table known_devices':
    '26e31b531494ac194605f814',
  'table marks':
    '986663c089faff246cdbea3f',
  'table migrations':
    'b5ad6d73afe85f74f20f9911',
  'table milestones':
    '23eba9546c09fb203b763cb3',
  'table ngos':
    '4f28ea6a881ee97d13b32f45',
  'table notes':
    '87829f7c52176557512496c7',
  'table notifications':
    'a99aab1d945813d026e50929',
  'table observer_counties':
    '4392dc5c694af65cfd6aa56b',
  'table observer_counts':
    'c2044b3321a7760b6a3c99f2',
  'table observers':
    '98b55f7b1363837526f20a19',
  'table observers_elsewhere':
    '7e67ae209287451d1b012c6a',
  'table options':
    'e623c058da57a839d19666cb',
  'table passkeys':
    '16e1390b7d0b5fd591f1d53e',
  'table pinned_questions':
    '44bf97be95bf2c1e0dae6b7c',
  'table polling_stations':
    'f6fdb76690c74ffabad9e6ca',
  'table proofs':
    '4619656a276c8bd966b33d81',
  'table public_registers':
    '5974d7a7b8641cb2ed4b5971',
  'table published_options':
    '5cbbff20f8d3ecb412145a5d',
  'table questions':
    'b87a003a4d6daacd9229daf7',
  'table recovery_codes':
    'a1e31700c1ab93c640af13f8',
  'table refused_tries':
    '25043cd6f8a7fc99b487ddce',
  'table reminded':
    'f748cc39dc23579ec8b27db5',
  'table reminders':
    '8e22a1225e266be5ceaf39b2',
  'table repeats':
    '3f97a8175ca233967f56542d',
  'table report_counts':
    'a2d698f61de724a03f2377ba',
  'table reports_seen':
    '354246f14b4931feda9c1cce',
  'table reviews':
    '9c9aa7dc2d47143c0b25a4db',
  'table sealing_refused':
    '9b284e967d4e5b531e5edc32',
  'table sessions':
    '0c5d31d755d5c39018afc596',
  'table settled_answers':
    'd710aeeb17d295319f5e9d58',
  'table shape_files':
    '5e9b390fb14acb642cc51a65',
  'table sign_in_failures':
    '9f1f0ba9a73e1ca96107e353',
  'table sign_in_minutes':
    'f5602bf3977f21fee83c0862',
  'table spent_challenges':
    'b24c4c808697d65980d4cfc6',
  'table staff':
    '80ff9e328247c43d36739437',
  'table statement_references':
    '7848ec99ebe2dbdbec7317f2',
  'table station_counts':
    'c336b56e3ceaa2532b691dc0',
  'table station_cover':
    'c5e7e36392ae7f6f989f002b',
  'table station_flags':
    'd6b198db9686770da2ddfdd5',
  'table task_files':
    'dccb34007c09a6196b6e9395',
  'table tasks':
    'cbe954a0518825af763808c5',
  'table uncompared_stations':
    '869e5caa102f315368ec6842',
  'table unplaced':
    'fe1fb5376581fa11a483038d',
  'table views':
    '47e30e143f8956c597c7dcb9',
  'table visit_counts':
    'c3ae4047e25e03976e93c2dc',
  'table visit_reports':
    '98d8910438f1a7937526fbbd',
  'table visits':
    '8ff9a2903bd54dfeb42f4f9a',
  'table wall_links':
    '3651dc260d64950aeb3df5a4',
  'trigger answers_checked on answers':
    '15a53ef3254b43577041db50',
  'trigger answers_still_refer on answers':
    '0c7c2807163ffde8d427abb6',
  'trigger areas_keep_keys on areas':
    '6ddcc3f8eebb5b99900c876f',
  'trigger areas_revised on areas':
    'a512e7070db31f9ca25a10bd',
  'trigger areas_unreferred on areas':
    '6319f16dd7a33156f478122e',
  'trigger areas_unreferred_when_empty on areas':
    '13834a1c15eb56eea855fe6b',
  'trigger assignments_revised on assignments':
    '73162a938b39f115c79cb2bc',
  'trigger elections_keep_keys on elections':
    'c5f0f62c7796b58ec2206352',
  'trigger elections_revised on elections':
    'cfc81b5b9737a345c8c0b45d',
  'trigger elections_unreferred on elections':
    'd5b7896b8e913c1c25f1fe63',
  'trigger elections_unreferred_when_empty on elections':
    '354a3e9a9081fdfa705cf679',
  'trigger history_checked on history':
    '4dcecca3ca206fb5d2add2e1',
  'trigger history_is_final on history':
    'e71af337fb23be89cf7069ca',
  'trigger history_is_only_erased on history':
    'a1c6dc88788a0708b5dc8197',
  'trigger history_seals_are_final on history_seals':
    '6ad5c9792945094c033a0dce',
  'trigger history_still_refer on history':
    '75e829c7adac9e4a6aff21e3',
  'trigger incidents_revised on incidents':
    'c44f2173362e3949e613cdbb',
  'trigger milestones_revised on milestones':
    '00fc1dd80eae01eca7dc0f0e',
  'trigger ngos_keep_keys on ngos':
    'aef954b5c7c4f47f0cbb649c',
  'trigger ngos_revised on ngos':
    '057599cdbda0fd28f7a7b5e1',
  'trigger ngos_unreferred on ngos':
    '72cfc3b675ca5e1644990c92',
  'trigger ngos_unreferred_when_empty on ngos':
    'a0a0d1edb0abcaeccfda3cc1',
  'trigger observers_keep_keys on observers':
    'b3fd4f4f2221a7e69b62c368',
  'trigger observers_revised on observers':
    'd4b7559d52fb44915089193f',
  'trigger observers_unreferred on observers':
    '2370348452c13449f04b5532',
  'trigger observers_unreferred_when_empty on observers':
    '318c79089b42098224e38db2',
  'trigger polling_stations_keep_keys on polling_stations':
    '129cf37e2eefbc5fbf14cc4c',
  'trigger polling_stations_revised on polling_stations':
    '701d7f53b07795e9f001c45b',
  'trigger polling_stations_unreferred on polling_stations':
    '3605cb3ff414d959c4668cca',
  'trigger polling_stations_unreferred_when_empty on polling_stations':
    '1d7884399c23ebbabf6e2882',
  'trigger published_options_keep_keys on published_options':
    '0a2d456d18bf34852363785f',
  'trigger published_options_unreferred on published_options':
    'fdf9ec4afc028fd1320adff2',
  'trigger published_options_unreferred_when_empty on published_options':
    'ecee60c948f3eb36d26b252b',
  'trigger staff_revised on staff':
    'f59f2ffe595c594b9fbbe4a0',
  'trigger stations_added on polling_stations':
    '659f5a870cb0a12b284452fa',
  'trigger stations_removed on polling_stations':
    '88a304f7322d55186d402c71',
  'trigger stations_updated on polling_stations':
    '061f72b3020e6eb3992c382c',
  'trigger visits_checked on visits':
    'b5f7db557a9be046fc2bed87',
  'trigger visits_keep_keys on visits':
    'f6664a1d68318378ed9617cc',
  'trigger visits_still_refer on visits':
    '7e44725da344d7a0169ddbd1',
  'trigger visits_unreferred on visits':
    '4d1657bfa681830e8f0ca8bd',
  'trigger visits_unreferred_when_empty on visits':
    'c660c62c650ff350aeb20910',
} as const
