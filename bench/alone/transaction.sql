-- The rows as a transaction of two inserts, the naive way.
\set st random(1, 5000)
\set ob random(1, 3000)
\set o random(1, 4)
begin;
insert into alone.visits (instance_id, form_id, station, observer, comment) values (gen_random_uuid(), 1, :st, :ob, 'The presiding officer opened the station on time. The presiding officer opened the station on time. The presiding officer opened the station on time. The presiding officer opened the station on time. The presiding officer opened the station on time. The presiding officer opened the station on time. The presiding officer opened the station on time. The presiding officer opened the station on time. The presiding officer opened the station on time. The presiding officer opened the station on time. The presiding officer opened the station on time. The presiding officer opened the station on time. The presiding office') returning id \gset
insert into alone.answers (visit_id, question_id, option_id, value) values (:id,1,:o,null),(:id,2,:o,null),(:id,3,:o,null),(:id,4,:o,null),(:id,5,:o,null),(:id,6,:o,null),(:id,7,:o,null),(:id,8,:o,null),(:id,9,:o,null),(:id,10,:o,'free text');
commit;
