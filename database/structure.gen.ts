// Written by `npm run db:types` from database/migrations and database/functions. Do not edit.

/** Everything that they make and that acts by itself, with a digest of how it is made. */
export const structure = {
  'function add_station_flags(more station_flags[])':
    'b89c7d98f419bb7cecbbceaf',
  'function answers_refer()':
    'b317872b59dd89628d3fce1c',
  'function answers_taken_back()':
    'aa5bff603c1133ce9f00d4a8',
  'function asked_of_nobody(election integer)':
    'd2dda8b2c5a1f7eedd04bc34',
  'function content_digest(salt uuid, before jsonb, after jsonb)':
    '0de41e05a43981260ea9d391',
  'function count_as_said(election integer, observer_ids integer[])':
    '9843cd01c4e3d25af8f62741',
  'function count_flagged(are station_counts[], were station_counts[])':
    '4c041fb82052b61b6b1ca306',
  'function count_merged(are polling_stations[], were polling_stations[])':
    '54e79e51798ffe0fd30a611a',
  'function count_moved(are polling_stations[], were polling_stations[])':
    'c77128b80fa888decc9f7481',
  'function count_observers(are observers[], were observers[])':
    '7ffe865e3224779d21ea14cb',
  'function count_station_flags(are station_counts[], were station_counts[])':
    'cb02f572f0cb06012f8d9116',
  'function count_visits(are visits[], were visits[])':
    'a0eb4dd1ef18b472395181b7',
  'function counted_as_one(election integer, station_ids integer[])':
    'fd0f7a770ca2383bc51e7da3',
  'function cover_at(election integer, station_ids integer[])':
    '0944c74eec6361b3985b3127',
  'function cover_now(election integer, station_ids integer[])':
    '6a01d31440cfc93582d2ca88',
  'function deliveries_opened()':
    'c5d7069b30fffa69b9c6e5c4',
  'function deliveries_owe()':
    'd12af4c8d6fa72b10ec7bfed',
  'function done_of(m milestones, station integer, observer integer, ngo integer, assigned integer)':
    'd499f097548f3e5175274e00',
  'function due_of(m milestones, from_at timestamp with time zone, until_at timestamp with time zone)':
    '970f2a126d4474c2e082cf43',
  'function expect_at(election integer, station_ids integer[])':
    'da2d1739163d93c215bc32ac',
  'function expect_later(election integer, station_ids integer[])':
    'bcda1b8b5b3566b588136aa5',
  'function expect_no_orphans()':
    'b62cad212e77a0240adadb8f',
  'function expect_now(election integer, station_ids integer[])':
    'a9033ed1d368904fde3bd5b8',
  'function expect_unreferred()':
    '18115ea583efd9cb5075e909',
  'function expect_unreferred_key()':
    '9420d21aab799ae78b7bfecd',
  'function expect_unreferred_when_empty()':
    '216f733fc045e40224d33452',
  'function expectations_changed()':
    'd27f3b036bd3098c0ff3a2c6',
  'function expected_at(election integer, station_ids integer[])':
    '63e211771266b84f47adae6e',
  'function folded(said text)':
    '894f5e72432ba6288d37ec36',
  'function forms_owe()':
    '824fb2acba88d3b571c1bdab',
  'function hides_content(subject text, act text)':
    '23b8a91693bda0d095a854dc',
  'function hides_name(actor_role text)':
    '701ec492fe4a2744ced49701',
  'function history_refer()':
    '7aab894ca01c82c7090679d7',
  'function hold_observers(election integer, observer_ids integer[])':
    '195bd0e18c9ba538e3a424b2',
  'function hold_visits(election integer, observer_ids integer[], station_ids integer[])':
    '71218c420f30b410ad0e88d9',
  'function move_stations(election integer, most integer)':
    'cadbfe4874d18924a81bf408',
  'function name_digest(salt uuid, name text)':
    'ef61076016d77e37cb88bb1f',
  'function ngos_owe()':
    '7c11e68c1b5dec7b66085941',
  'function note_more_progress(election integer, visit_ids integer[])':
    '13bc1d1cf35be465ef79d209',
  'function note_progress(election integer, visit_ids integer[])':
    'a04203322b389b8e2a0ce435',
  'function notifications_owe()':
    'f09edd70881a324600edda48',
  'function observer_counties_refer()':
    '58d11c65db1730fbdbccba00',
  'function observer_counts_updated()':
    '4bd748556de6f448b032b87d',
  'function observers_changed()':
    '5595c64dcf674cd865007bca',
  'function observers_inserted()':
    '2851a5b1328aa167a11e06a3',
  'function observers_owe()':
    '0bb6c26ea04c15b84b058e6c',
  'function only_erase()':
    'fbf6d121069921a8965c29a4',
  'function progress_of(m milestones, station integer, observer integer, ngo integer, assigned integer)':
    'aa7353ec36983e7ae65b1b21',
  'function refuse_change()':
    '1f08fbfa6a5e7aa053eb4859',
  'function refuse_orphan(from_table text, to_table text)':
    'b3c9b218729780254470633d',
  'function revise()':
    '01abbb8e8659af1bf2dca9a9',
  'function revise_all_but()':
    'ab00fef7fdc8bd088c2cae52',
  'function station_counts_changed()':
    '3d6f584dd355b6cad7f49565',
  'function station_counts_refer()':
    'ba00a3c0d2c235ccf6158844',
  'function station_cover_changed()':
    'a61113884aad70e6357cc0f4',
  'function stations_changed()':
    'b8ef194c87c15701c81a8b44',
  'function stations_owe()':
    '6cb151f3cba8c2920eba1081',
  'function still_refers()':
    '66e3c769108e5a4543a25286',
  'function take_back(election integer, observer_ids integer[])':
    'b0416a11056cf6760e0ce29d',
  'function take_counting_turn(election integer)':
    'dd4e8a3605629de4434f70d5',
  'function thirds(said text)':
    '801d6be04a373d980c09cad9',
  'function visits_changed()':
    'e6570e9557b2c82ee7580d89',
  'function visits_for(election integer, station integer, observer integer, ngo integer)':
    '1400421e1ba247bddc05d3cb',
  'function visits_progressed()':
    'b4bc96d3737cbcaf47b01ace',
  'function visits_reach()':
    '5a62529a1fcb9bb056a4b45d',
  'function visits_reach_no_more()':
    '1ddfe4aed96100f4d7514534',
  'function visits_refer()':
    'a2ac772b11b0aa3431870b0e',
  'function written_as(election integer, message integer)':
    '66416829890ad147ddab9612',
  'table answers':
    '9d9e7a0e2cf0c09b615a521b',
  'table areas':
    '8317aed682d2e175256f8c24',
  'table assignments':
    '9ca179805fc4b7a2a4cc30d6',
  'table attachments':
    '7eaa2721a24cd2bfdd0129d0',
  'table authenticators':
    'ccc27252c87188c3cfde5da1',
  'table compared_visits':
    '4b6bf995a537042f8698d8c2',
  'table county_counts':
    '666a09a0467cc3f87d2ab516',
  'table cover_counts':
    'cc8050755fb1754a5fff450a',
  'table deleted_accounts':
    'd6137370ae9abdecaf39b60f',
  'table deliveries':
    'eb5479139460eb839371ab97',
  'table devices':
    '91608b1aca7887a31c19663d',
  'table differences':
    'dec119ece40e25f99739cb22',
  'table elections':
    'f17b3f17d8106be96349d8a3',
  'table excuses':
    '9e89be9342d604786428dc0f',
  'table expectation_counts':
    '53ef8abbbfff474641397365',
  'table expectations':
    'daddc087cdffe0226f1a476c',
  'table flagged_stations':
    '35da154be110b44bd636657c',
  'table form_copies':
    'dc36306eff6e79cdf6ead89a',
  'table form_sections':
    '183646a74f35dfb4aa559451',
  'table form_versions':
    '07e8e06186247464bfb65bba',
  'table forms':
    'be41ce159f2e7afff4a2b270',
  'table functions_applied':
    'd593c97cb06761632f6d9b86',
  'table history':
    'afa3309d3f9246af20fe5956',
  'table history_seals':
    '7f09a02b22ebb614ffbfa7c6',
  'table imported_assignments':
    '748c5cd021777b7aef5b1a13',
  'table imported_observers':
    '6cdd6b2e6f30a8952d690f17',
  'table imported_places':
    'cbd4ad24422129a128a56992',
  'table imports':
    '772bf5012edd43442a47b6f0',
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
  'table last_said':
    'e1140709ebdbf6d6e9003bf5',
  'table marks':
    '986663c089faff246cdbea3f',
  'table migrations':
    'b5ad6d73afe85f74f20f9911',
  'table milestones':
    'a602df038f6d88b1a8f7b193',
  'table ngos':
    '4f28ea6a881ee97d13b32f45',
  'table notes':
    '87829f7c52176557512496c7',
  'table notifications':
    'a99aab1d945813d026e50929',
  'table observer_counties':
    'ea1eaf41e58e63c01417801f',
  'table observer_counts':
    '98910fc0ac70937d0af78ad1',
  'table observer_totals':
    'a15457784f19444a18e3b14c',
  'table observers':
    '0abdb9ac1bf21265b1f91cd9',
  'table options':
    '6fc0e3be29862bc879ed4116',
  'table passkeys':
    '16e1390b7d0b5fd591f1d53e',
  'table polling_stations':
    '2ab679e0ff331277edd9012d',
  'table proofs':
    '4619656a276c8bd966b33d81',
  'table published_options':
    '2f5abffc41af7d761453b50e',
  'table questions':
    'a7a9592777b33ed7c342fbc3',
  'table recounts':
    '39ef7df64bd3670ebe3074b4',
  'table recovery_codes':
    'a1e31700c1ab93c640af13f8',
  'table refused_tries':
    '25043cd6f8a7fc99b487ddce',
  'table reminded':
    'f748cc39dc23579ec8b27db5',
  'table reminders':
    '8e22a1225e266be5ceaf39b2',
  'table report_counts':
    'b22ee748f68cab3402b27fea',
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
    '60fa4bb7564c7ab3a824a342',
  'table station_counts':
    'aa2b1911fc98aba4f366ab62',
  'table station_cover':
    'c5e7e36392ae7f6f989f002b',
  'table station_flags':
    '99a695fef720d275423f173f',
  'table task_files':
    'dccb34007c09a6196b6e9395',
  'table tasks':
    'cbe954a0518825af763808c5',
  'table unplaced':
    'fe1fb5376581fa11a483038d',
  'table visit_counts':
    '54439f4769a0a535825c55ff',
  'table visits':
    '53ec9ac66cd0da4e524925a7',
  'table wall_links':
    '3651dc260d64950aeb3df5a4',
  'trigger answers_checked on answers':
    '15a53ef3254b43577041db50',
  'trigger answers_still_refer on answers':
    '0c7c2807163ffde8d427abb6',
  'trigger answers_taken_back on answers':
    '36c16ef12d60c66e5ff8f197',
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
  'trigger deliveries_opened on deliveries':
    'b75413da16d37af9767fa6f4',
  'trigger deliveries_owe on deliveries':
    'fb764d78947e9f5d785dd7ff',
  'trigger elections_keep_keys on elections':
    'c5f0f62c7796b58ec2206352',
  'trigger elections_revised on elections':
    '4407cff10850733a3fc3d7fc',
  'trigger elections_unreferred on elections':
    'd5b7896b8e913c1c25f1fe63',
  'trigger elections_unreferred_when_empty on elections':
    '354a3e9a9081fdfa705cf679',
  'trigger expectations_added on expectations':
    '25e4421ce0f432a4377860e3',
  'trigger expectations_removed on expectations':
    '79f1a1515cab0eb510771d78',
  'trigger expectations_updated on expectations':
    '6fe0209dc08aeddaa6adf061',
  'trigger forms_keep_keys on forms':
    'a229033e130557c53dbfe015',
  'trigger forms_owe on forms':
    '0cda372d368930a76634919a',
  'trigger forms_unreferred on forms':
    '28a109fd9bd072f47bca9169',
  'trigger forms_unreferred_when_empty on forms':
    'e35b4cfca00263b509e60b2f',
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
  'trigger milestones_revised on milestones':
    'fb0c0e806bac399fabf2f2cb',
  'trigger ngos_keep_keys on ngos':
    'aef954b5c7c4f47f0cbb649c',
  'trigger ngos_owe on ngos':
    '1862f5b041cde15991d39081',
  'trigger ngos_revised on ngos':
    '057599cdbda0fd28f7a7b5e1',
  'trigger ngos_unreferred on ngos':
    '72cfc3b675ca5e1644990c92',
  'trigger ngos_unreferred_when_empty on ngos':
    'a0a0d1edb0abcaeccfda3cc1',
  'trigger notifications_owe on notifications':
    'ab810914f04b5b994807ee06',
  'trigger observer_counties_checked on observer_counties':
    'e4debdd148c1fbc248243226',
  'trigger observer_counties_still_refer on observer_counties':
    '8cd0367ac219e7332dd9dfcd',
  'trigger observer_counts_updated on observer_counts':
    'd2e32f10ce40c8e21785540a',
  'trigger observers_added on observers':
    '8a63fe8e850de27050ab96c6',
  'trigger observers_inserted on observers':
    '1d7fee53097e38fb9c5d9031',
  'trigger observers_keep_keys on observers':
    'b3fd4f4f2221a7e69b62c368',
  'trigger observers_owe on observers':
    '65aaeacaec510b43a40aa6a9',
  'trigger observers_removed on observers':
    '3d3b756ff6fd8134d38b7eb3',
  'trigger observers_revised on observers':
    'bdd185923614c225d8676972',
  'trigger observers_unreferred on observers':
    '2370348452c13449f04b5532',
  'trigger observers_unreferred_when_empty on observers':
    '318c79089b42098224e38db2',
  'trigger observers_updated on observers':
    '23bedc5db76a46aee1b91169',
  'trigger polling_stations_keep_keys on polling_stations':
    '129cf37e2eefbc5fbf14cc4c',
  'trigger polling_stations_revised on polling_stations':
    '07124f43d919c4b24b7d6d9f',
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
  'trigger station_counts_checked on station_counts':
    '0e026babeb5f81b2d880969a',
  'trigger station_counts_inserted on station_counts':
    '4be761fbf860b7b524718b62',
  'trigger station_counts_still_refer on station_counts':
    'b4b6d0c083373d91c4ee23b8',
  'trigger station_counts_updated on station_counts':
    '59792ff5969e73a7dd23571e',
  'trigger station_cover_added on station_cover':
    '8b292b59e09ca8aa70843f65',
  'trigger station_cover_removed on station_cover':
    '52ca992961ea2f0ea01bedbe',
  'trigger station_cover_updated on station_cover':
    '505d521fe03f74b9a00ec6a5',
  'trigger stations_added on polling_stations':
    '56230e3ac1b4b2143ac45cce',
  'trigger stations_owe_gone on polling_stations':
    'ced88a5173a04774e29f0c1e',
  'trigger stations_owe_moved on polling_stations':
    '60cf2ee3a873406d01241ebd',
  'trigger stations_owe_new on polling_stations':
    'e3486d6f514bfd1cc1fe5960',
  'trigger stations_removed on polling_stations':
    '69c2ff917a098b9b9bceffe1',
  'trigger stations_updated on polling_stations':
    'f018acda6ebdc3da161d8756',
  'trigger visits_checked on visits':
    'b5f7db557a9be046fc2bed87',
  'trigger visits_inserted on visits':
    '1bf45fca9dd1e759e2c9237b',
  'trigger visits_keep_keys on visits':
    'f6664a1d68318378ed9617cc',
  'trigger visits_progressed on visits':
    '5a96400f8feebd08a4f6c1d6',
  'trigger visits_progressed_new on visits':
    '1557ea255b172a6fd6a71761',
  'trigger visits_reach_new on visits':
    '5840fa7af4e2677239b0efe9',
  'trigger visits_reach_undone on visits':
    '1a45f7a95951b0476b496cdd',
  'trigger visits_removed on visits':
    '2e387780261a32a08a25e297',
  'trigger visits_still_refer on visits':
    '7e44725da344d7a0169ddbd1',
  'trigger visits_undone on visits':
    '9a0046f36e9ddb78a50c8ed2',
  'trigger visits_unreferred on visits':
    '4d1657bfa681830e8f0ca8bd',
  'trigger visits_unreferred_when_empty on visits':
    'c660c62c650ff350aeb20910',
  'trigger visits_updated on visits':
    'f68469bc943a505e061d6a7f',
} as const
